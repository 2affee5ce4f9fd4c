import Link from "next/link";
import { paths } from "#components/dashboard/paths.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import { writeSettlementFilter } from "#components/dashboard/settlements/filter-url.ts";
import { stateWords } from "#components/dashboard/settlements/settlement-list.tsx";
import { Popover } from "#components/ui/popover.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type State = QueryOutput<"settlements.list">["settlements"][number]["state"];

/** Leads to the settlements of the list's merchants and dates, by their state. */
export function SettlementFilter({ input: { merchants, from, to } }: { input: PaymentListInput }) {
  return (
    <Popover label="Settlement" title="Settlement" isActive={false}>
      {() => (
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
      )}
    </Popover>
  );
}
