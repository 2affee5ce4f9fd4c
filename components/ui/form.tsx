import type { ComponentProps, ReactNode, Ref } from "react";
import { ActionButton, type ButtonLook } from "#components/ui/action-button.tsx";
import { FormProblem } from "#components/ui/form-problem.tsx";

type FormProps = {
  /** True while it is being sent: it isn't sent a second time. */
  isBusy: boolean;
  /** The last refusal. Shown above the fields unless it names fields, which show it themselves. */
  error?: ComponentProps<typeof FormProblem>["error"];
  onSubmit: (typed: FormData) => void;
  className?: string;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** A form whose fields are validated by our code, not by the browser. */
export function Form({ isBusy, error = null, onSubmit, className = "space-y-5", ref, children }: FormProps) {
  return (
    <form
      ref={ref}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes events of a dialog on to a form that has opened it.
        event.stopPropagation();
        if (!isBusy) onSubmit(new FormData(event.currentTarget));
      }}
    >
      <FormProblem error={error} />
      {children}
    </form>
  );
}

type FormButtonsProps = {
  onCancel: () => void;
  isBusy: boolean;
  look?: ButtonLook;
  disabled?: boolean;
  /** The words on the button that sends the form. */
  children: ReactNode;
};

/** The end of a form in a dialog. */
export function FormButtons({ onCancel, isBusy, look = "primary", disabled, children }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <ActionButton onClick={onCancel}>Cancel</ActionButton>
      <ActionButton type="submit" look={look} isBusy={isBusy} disabled={disabled}>
        {children}
      </ActionButton>
    </div>
  );
}
