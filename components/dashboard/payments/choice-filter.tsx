import { CheckList, type Choice } from "#components/dashboard/payments/check-list.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { isolated } from "#lib/core/isolated.ts";

type ChoiceFilterProps = {
  name: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Returns the label of a filter's button: its name and the selected choices, or their number. */
export function filterLabel(name: string, chosen: readonly string[]): string {
  if (chosen.length === 0) return name;
  return `${name}: ${chosen.length > 2 ? `${chosen.length} selected` : chosen.map(isolated).join(", ")}`;
}

/** A filter with fixed choices, several of which can apply. */
export function ChoiceFilter({ name, choices, chosen, onChange }: ChoiceFilterProps) {
  const labels = chosen.map((id) => choices.find((choice) => choice.id === id)?.label ?? id);
  return (
    <Popover label={filterLabel(name, labels)} title={name} isActive={chosen.length > 0}>
      {() => <CheckList choices={choices} chosen={chosen} onChange={onChange} />}
    </Popover>
  );
}
