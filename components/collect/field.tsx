import type { ReactNode } from "react";

/** The style of every control. An invalid one also has a thicker border, so that color isn't the only sign. */
export const controlClass =
  "h-12 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3.5 text-base text-ink " +
  "aria-invalid:border-2 aria-invalid:border-critical aria-invalid:px-[0.8125rem]";

/** Attributes that connect a control to its label, hint and error. */
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
  error: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** A labelled control with a hint and its error below. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
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

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} className="text-sm font-medium text-pretty text-critical">
      {text}
    </p>
  );
}
