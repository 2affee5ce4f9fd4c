/** Removes all filters of a list. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      onClick={onClear}
      className="min-h-9 rounded-lg px-2 text-sm whitespace-nowrap text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      Clear all
    </button>
  );
}
