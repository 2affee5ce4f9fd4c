"use client";

import { useQueryClient } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { useColumns } from "#components/dashboard/payments/columns.tsx";
import { filtersOf, type PaymentListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { pagesBefore } from "#components/dashboard/payments/payment-pages.ts";
import { PaymentTable } from "#components/dashboard/payments/payment-table.tsx";
import { usePaymentList } from "#components/dashboard/payments/use-payment-list.ts";
import { ActionButton, buttonClass } from "#components/ui/action-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ChevronIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { Problem } from "#components/ui/problem.tsx";

type PaymentListProps = {
  input: PaymentListInput;
  onChange: (change: Partial<PaymentListInput>) => void;
  mayCreate: boolean;
};

/** The payments of an input as an endless list. New payments wait behind a button, so that rows don't move. */
export function PaymentList({ input, onChange, mayCreate }: PaymentListProps) {
  const { list, trail, unseen, liveError, showUnseen } = usePaymentList(input);
  const columns = useColumns();
  const total = useQueryClient().getQueryData(rpcQuery("payments.statistics", filtersOf(input)).queryKey)?.payments;
  const { data, isError, error, isFetching, hasNextPage, fetchNextPage, fetchPreviousPage } = list;
  const before = pagesBefore(data?.pageParams[0] ?? "", trail);
  const isEmpty = data?.pages[0]?.payments.length === 0;
  return (
    <div>
      {liveError !== null && !isError && (
        <div className="pb-4">
          <Problem>Couldn't refresh this list. {liveError.message}</Problem>
        </div>
      )}
      {isEmpty ? (
        <NoPayments isFiltered={writeListInput(filtersOf(input)) !== ""} mayCreate={mayCreate} />
      ) : (
        data !== undefined && (
          <PaymentTable
            pages={data.pages}
            pagesBefore={before}
            rowCount={total}
            input={input}
            columns={columns}
            onChange={onChange}
            onReachStart={() => !isFetching && void fetchPreviousPage()}
            onReachEnd={() => hasNextPage && !isFetching && !isError && void fetchNextPage()}
          />
        )
      )}
      {isError && <Failure error={error} onAgain={() => void list.refetch()} />}
      {(list.isPending || list.isFetchingNextPage) && <LoadingRows label="Loading payments" />}
      {/* At the bottom of the window it covers neither the filters nor the head of the table, and moves no row. */}
      <div role="status" className="pointer-events-none sticky bottom-0 z-10 flex h-16 items-center justify-center">
        {unseen > 0 && (
          <button
            type="button"
            className="pointer-events-auto inline-flex min-h-9 items-center gap-2 rounded-full bg-accent px-4 text-sm font-medium whitespace-nowrap text-on-accent shadow-card hover:bg-accent-strong pointer-coarse:min-h-11"
            onClick={() => {
              scrollTo({ top: 0 });
              void showUnseen();
            }}
          >
            <ChevronIcon className="size-4 rotate-180" />
            {unseen === 1 ? "1 new payment" : `${unseen >= 50 ? "50 or more" : unseen} new payments`}
          </button>
        )}
      </div>
    </div>
  );
}

function Failure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const issues = error instanceof RpcError ? error.issues : [];
  return (
    <div className="space-y-3">
      <Problem>
        {issues.length === 0
          ? error.message
          : `Filter: ${issues.map(({ field, message }) => `${field} ${message}`).join("; ")}.`}
      </Problem>
      {issues.length === 0 && <ActionButton onClick={onAgain}>Try again</ActionButton>}
    </div>
  );
}

function NoPayments({ isFiltered, mayCreate }: { isFiltered: boolean; mayCreate: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No matching payments">Try removing a filter or changing the dates.</EmptyState>;
  }
  return (
    <EmptyState title="No payments yet">
      <p>Payments appear here when you create them in the dashboard or through the API.</p>
      {mayCreate && (
        <Link href="/dashboard/payments/new" className={buttonClass("primary")}>
          Create payment
        </Link>
      )}
    </EmptyState>
  );
}
