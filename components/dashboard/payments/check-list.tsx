export type Choice = { id: string; label: string };

type CheckListProps = {
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Checkboxes with a button that clears them. */
export function CheckList({ choices, chosen, onChange }: CheckListProps) {
  return (
    <>
      <CheckRows choices={choices} chosen={chosen} onChange={onChange} />
      {chosen.length > 0 && <ListAction onClick={() => onChange([])}>Clear</ListAction>}
    </>
  );
}

/** Checkboxes, each in a row. */
export function CheckRows({ choices, chosen, onChange }: CheckListProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <ul className="space-y-0.5">
      {choices.map(({ id, label }) => (
        <li key={id}>
          <label className="flex min-h-9 items-center gap-3 rounded-lg px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 truncate">{label}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** A button below a list in a panel. */
export function ListAction({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mt-2 min-h-9 rounded-lg px-2 text-left text-sm text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </button>
  );
}
