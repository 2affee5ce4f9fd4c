import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import type { Choice } from "#components/dashboard/payments/check-list.tsx";
import { dateLabel } from "#components/dashboard/payments/date-filter.tsx";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import { CrossIcon } from "#components/ui/icons.tsx";

type ChosenFiltersProps = {
  input: PaymentListInput;
  statuses: readonly Choice[];
  networks: readonly Choice[];
  onRemove: (change: Partial<PaymentListInput>) => void;
};

/** The chosen filters, each with a press to remove it. */
export function ChosenFilters({ input, statuses, networks, onRemove }: ChosenFiltersProps) {
  const { merchants = [], from, to } = input;
  const known = useQuery({
    ...rpcQuery("payments.merchants", { chosen: [...merchants] }),
    placeholderData: keepPreviousData,
    enabled: merchants.length > 0,
  });
  const chips = [
    ...chipsOf(input.statuses ?? [], statuses, (left) => ({ statuses: left })),
    ...(from === undefined && to === undefined
      ? []
      : [{ id: "date", label: dateLabel({ from, to }), change: { from: undefined, to: undefined } }]),
    ...chipsOf(
      merchants,
      (known.data?.merchants ?? []).map(({ id, name }) => ({ id, label: name })),
      (left) => ({ merchants: left }),
    ),
    ...chipsOf(input.tokens ?? [], [], (left) => ({ tokens: left })),
    ...chipsOf(input.networks ?? [], networks, (left) => ({ networks: left })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="flex w-full flex-wrap gap-2">
      {chips.map(({ id, label, change }) => (
        <li key={id} className="max-w-full">
          <button
            type="button"
            onClick={() => onRemove(change)}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-lg bg-accent-wash px-2.5 text-sm text-accent hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove the filter </span>
            <bdi className="truncate">{label}</bdi>
            <CrossIcon className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}

type Chip = { id: string; label: string; change: Partial<PaymentListInput> };

function chipsOf<Id extends string>(
  chosen: readonly Id[],
  choices: readonly Choice[],
  keep: (left: Id[]) => Partial<PaymentListInput>,
): Chip[] {
  return chosen.map((id) => ({
    id,
    label: choices.find((choice) => choice.id === id)?.label ?? id,
    change: keep(chosen.filter((other) => other !== id)),
  }));
}
