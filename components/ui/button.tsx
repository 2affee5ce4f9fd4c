import type { ReactNode } from "react";
import { SpinnerIcon } from "#components/ui/icons.tsx";

type ButtonProps = {
  isPrimary?: boolean;
  isBusy?: boolean;
  /** The id of a text that screen readers read with the button. */
  describedBy?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

/** A full-width button. While busy it keeps its place and focus, and ignores clicks. */
export function Button({ isPrimary = false, isBusy = false, describedBy, onClick, children }: ButtonProps) {
  const look = isPrimary
    ? "border border-brand-edge bg-brand text-lg font-semibold text-on-brand hover:bg-brand-strong"
    : "border border-line-strong font-medium hover:bg-sunken";
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-describedby={describedBy}
      onClick={() => !isBusy && onClick()}
      className={`inline-flex min-h-13 w-full items-center justify-center gap-2 rounded-lg px-5 transition-colors ${look}`}
    >
      {isBusy && <SpinnerIcon className="size-5" />}
      {children}
    </button>
  );
}
