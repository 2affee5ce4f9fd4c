/** A keyboard key. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded border border-line-strong bg-sunken px-1.5 font-sans text-xs">
      {name.length === 1 && /[a-z]/.test(name) ? name.toUpperCase() : name}
    </kbd>
  );
}
