/** A line that separates alternatives. */
export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      or
    </p>
  );
}
