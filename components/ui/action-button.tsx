import type { ComponentProps } from "react";
import { SpinnerIcon } from "#components/ui/icons.tsx";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-line-strong bg-surface hover:bg-sunken",
  quiet: "text-ink-muted hover:bg-sunken hover:text-ink",
  critical: "border border-critical text-critical hover:bg-critical-wash",
};
export type ButtonLook = keyof typeof looks;

/** Classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-4 text-sm font-medium transition-colors pointer-coarse:min-h-11 ${looks[look]}`;
}

type ActionButtonProps = ComponentProps<"button"> & { look?: ButtonLook; isBusy?: boolean };

/** A button. While busy it keeps its place and focus, and ignores clicks. */
export function ActionButton({
  look = "plain",
  isBusy = false,
  onClick,
  children,
  className = "",
  ...rest
}: ActionButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      {...rest}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={`${buttonClass(look)} disabled:cursor-not-allowed disabled:opacity-50 ${className}`}
    >
      {isBusy && <SpinnerIcon className="size-4" />}
      {children}
    </button>
  );
}
