import { paths } from "#components/dashboard/paths.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import { writeSettlementFilter } from "#components/dashboard/settlements/filter-url.ts";
import { stateWords } from "#components/dashboard/settlements/settlement-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Popover } from "#components/ui/popover.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type State = QueryOutput<"settlements.list">["settlements"][number]["state"];

const words = new Intl.ListFormat("en", { type: "conjunction" });

/**
 * Leads to the settlements of the list's merchants and dates, by their state, and names the filters that
 * settlements don't have.
 */
export function SettlementFilter({ input }: { input: PaymentListInput }) {
  const { merchants, from, to } = input;
  const dropped = droppedFilters(input);
  return (
    <Popover label="Settlement" title="Settlement" isActive={false}>
      {() => (
        <>
          <ul>
            {(Object.keys(stateWords) as State[]).map((state) => (
              <li key={state}>
                <Link
                  href={`${paths.settlements}${writeSettlementFilter({ states: [state], merchants, from, to })}`}
                  className="flex min-h-9 items-center rounded-lg px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11"
                >
                  {stateWords[state]}
                </Link>
              </li>
            ))}
          </ul>
          {dropped.length > 0 && (
            <p className="mt-2 px-2 text-sm text-pretty text-ink-muted">
              Opens the settlements of these merchants and dates. They can't be filtered by {words.format(dropped)}.
            </p>
          )}
        </>
      )}
    </Popover>
  );
}

function droppedFilters({ search, statuses = [], tokens = [], networks = [] }: PaymentListInput): string[] {
  const filters = { search: search ? [search] : [], status: statuses, token: tokens, network: networks };
  return Object.entries(filters).flatMap(([name, values]) => (values.length > 0 ? [name] : []));
}
