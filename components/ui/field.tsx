import { type ComponentProps, type ReactNode, useId } from "react";
import { fieldSentence } from "#components/ui/field-sentence.ts";

type FieldProps = {
  label: ReactNode;
  /** Help text below the control. */
  hint?: ReactNode;
  /** The problem, as a sentence or as the predicate of one ({@link fieldSentence}); announced together with the control. */
  error?: string | undefined;
  /** The verb of the sentence that asks for a missing value. */
  verb?: "Enter" | "Select";
  children: (control: ControlProps) => ReactNode;
};

/** Attributes that link a control to its label, hint and error. */
type ControlProps = {
  id: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
};

/** A control with a label above, and its error and hint below. */
export function Field({ label, hint, error, verb = "Enter", children }: FieldProps) {
  const id = useId();
  const described = [hint === undefined ? [] : [`${id}-hint`], error === undefined ? [] : [`${id}-error`]].flat();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-critical">
          {fieldSentence(typeof label === "string" ? label : "This value", error, verb)}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Classes of inputs, selects and text areas. */
export const controlClass =
  "block w-full min-h-10 rounded-lg border border-line-strong bg-surface px-3 py-2 text-base sm:text-sm pointer-coarse:min-h-11 placeholder:text-ink-muted aria-invalid:border-critical disabled:opacity-60";

type TextFieldProps = Omit<FieldProps, "children" | "verb"> & ComponentProps<"input">;

/** A labelled text input. */
export function TextField({ label, hint, error, className = "", ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className={`${controlClass} ${className}`} />}
    </Field>
  );
}

type SelectFieldProps = Omit<FieldProps, "children" | "verb"> & ComponentProps<"select">;

/** A labelled select; its children are the options. */
export function SelectField({ label, hint, error, className = "", children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} verb="Select">
      {(control) => (
        <select {...select} {...control} className={`${controlClass} ${className}`}>
          {children}
        </select>
      )}
    </Field>
  );
}
