import type { ReactNode } from "react";

/** The look of every control; one with a fault is told by its border too. */
export const controlClass =
  "h-12 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3.5 text-base text-ink " +
  "aria-invalid:border-2 aria-invalid:border-critical aria-invalid:px-[0.8125rem]";

/** What ties a control to its label, its hint and what is wrong with it. */
type ControlProps = {
  id: string;
  name: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

type FieldProps = {
  id: string;
  label: string;
  hint?: string;
  /** What is wrong with it. */
  error: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** A control under its label, with a hint, and with what is wrong with it right below. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = [hint === undefined ? "" : hintId, error === undefined ? "" : errorId].filter(Boolean).join(" ");
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, name: id, "aria-invalid": error !== undefined, "aria-describedby": describedBy || undefined })}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  );
}

/** What is wrong with a control; nothing when nothing is. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} className="text-sm font-medium text-pretty text-critical">
      {text}
    </p>
  );
}
