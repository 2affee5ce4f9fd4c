"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { AddressLink, ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { settlementPages } from "#components/dashboard/data/queries.ts";
import { ListEnd } from "#components/dashboard/merchants/show-more.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { type SettlementFilterInput, writeSettlementFilter } from "#components/dashboard/settlements/filter-url.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Settlement = QueryOutput<"settlements.list">["settlements"][number];

/** Labels of the states, in display order. */
export const stateWords: Readonly<Record<Settlement["state"], string>> = {
  settled: "Settled",
  in_progress: "On its way",
  held: "Held",
  refunded: "Refunded",
  incomplete: "Incomplete",
};
const tones: Readonly<Record<Settlement["state"], Tone>> = {
  settled: "good",
  in_progress: "pending",
  held: "neutral",
  refunded: "neutral",
  incomplete: "critical",
};

/** The settlements of a filter, the newest first. */
export function SettlementList({ input }: { input: SettlementFilterInput }) {
  const query = useInfiniteQuery(settlementPages(input));
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? <LoadingRows label="Loading settlements" /> : <Problem>{error.message}</Problem>;
  }
  const settlements = data.pages.flatMap((page) => page.settlements);
  if (settlements.length === 0) {
    const isFiltered = writeSettlementFilter(input) !== "";
    return (
      <EmptyState title={isFiltered ? "No settlements match these filters" : "No settlements yet"}>
        <p>{isFiltered ? "Try fewer filters." : "Each payment that succeeds appears here."}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {settlements.map((settlement) => (
          <SettlementRow key={settlement.paymentId} settlement={settlement} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  );
}

function SettlementRow({ settlement }: { settlement: Settlement }) {
  const { paymentId, referenceId, merchantName, state, money, moved, destination, transaction, createdAt } = settlement;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm first:pt-0 last:pb-0 lg:grid lg:grid-cols-[3fr_3fr_4fr_6rem]">
      <div className="min-w-0 grow basis-48 space-y-0.5">
        <p className="wrap-anywhere">
          <Link href={paths.payment(paymentId)} className="font-medium underline-offset-4 hover:underline">
            <bdi>{referenceId}</bdi>
          </Link>
        </p>
        <p className="wrap-anywhere text-ink-muted">
          <bdi>{merchantName}</bdi>
        </p>
      </div>
      <div className="space-y-0.5">
        <p className="font-medium">
          <Money money={money} hasNetwork />
        </p>
        {state === "incomplete" && (
          <p className="text-critical">
            <Money money={moved} /> left the treasury, but less than what was owed arrived
          </p>
        )}
        <p className="text-ink-muted">
          <When at={createdAt} />
        </p>
      </div>
      <div className="min-w-0 space-y-0.5">
        {destination === null ? (
          <p className="text-ink-muted">No destination</p>
        ) : (
          <AddressLink address={destination} />
        )}
        {transaction !== null && (
          <p className="text-ink-muted">
            Transaction <ExplorerLink transaction={transaction} />
          </p>
        )}
      </div>
      <p className="lg:text-right">
        <Badge tone={tones[state]}>{stateWords[state]}</Badge>
      </p>
    </li>
  );
}
