"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { merchantPages } from "#components/dashboard/data/queries.ts";
import { useAddressQuery } from "#components/dashboard/data/use-address-query.ts";
import { CreateMerchant } from "#components/dashboard/merchants/create-merchant.tsx";
import { type MerchantListFilter, readFilter, writeFilter } from "#components/dashboard/merchants/list-filter.ts";
import { MerchantFilters } from "#components/dashboard/merchants/merchant-filters.tsx";
import { MerchantRows } from "#components/dashboard/merchants/merchant-rows.tsx";
import { ShowMore } from "#components/dashboard/merchants/show-more.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The list of merchants, with its filters in the URL. */
export function MerchantList({ canWrite }: { canWrite: boolean }) {
  const [query, replaceQuery] = useAddressQuery();
  const filter = readFilter(query);
  const found = useInfiniteQuery({ ...merchantPages(filter), placeholderData: (before) => before });
  const change = (to: MerchantListFilter) => replaceQuery(writeFilter(to));
  const first = found.data?.pages[0];
  const isFiltered = writeFilter(filter) !== "";
  return (
    <div className="space-y-4">
      <MerchantFilters filter={filter} lackingCount={first?.lackingCount ?? 0} onChange={change} />
      <p role="status" className="text-sm text-ink-muted tabular-nums">
        {first === undefined ? "" : countWords(first.totalCount)}
      </p>
      {found.isError && (
        <div className="space-y-3">
          <Problem>{found.error.message}</Problem>
          <ActionButton onClick={() => void found.refetch()}>Try again</ActionButton>
        </div>
      )}
      {found.isPending && <Skeleton className="h-72 w-full" />}
      {first?.totalCount === 0 &&
        (isFiltered ? <NothingFound onClear={() => change({})} /> : <NoneYet canWrite={canWrite} />)}
      {found.data !== undefined && first !== undefined && first.totalCount > 0 && (
        <MerchantRows
          merchants={found.data.pages.flatMap(({ merchants }) => merchants)}
          isStale={found.isPlaceholderData}
        />
      )}
      <ShowMore query={found} />
    </div>
  );
}

function countWords(count: number): string {
  return count === 1 ? "1 merchant" : `${count.toLocaleString("en")} merchants`;
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No matching merchants">
      <p>Try part of a name or ID, or clear the filters.</p>
      <ActionButton onClick={onClear}>Show all merchants</ActionButton>
    </EmptyState>
  );
}

function NoneYet({ canWrite }: { canWrite: boolean }) {
  return (
    <EmptyState title="No merchants yet">
      <p>A merchant receives payments: a shop, a branch, or one of your customers.</p>
      {canWrite ? <CreateMerchant isOpenAtFirst={false} /> : <p>An owner or an admin can create one.</p>}
    </EmptyState>
  );
}
