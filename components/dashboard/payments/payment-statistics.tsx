"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { Money } from "#components/dashboard/money.tsx";
import { ColumnsMenu } from "#components/dashboard/payments/columns.tsx";
import { filtersOf, type PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import { buttonClass } from "#components/ui/action-button.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { QueryOutput, ShownMoney } from "#lib/dashboard/rpc/contract.ts";

const againMs = 15_000;
const count = new Intl.NumberFormat("en");

/** The totals of the matching payments, and the export. */
export function PaymentStatisticsLine({ input, exportHref }: { input: PaymentListInput; exportHref: string }) {
  const statistics = useQuery({
    ...rpcQuery("payments.statistics", filtersOf(input)),
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
  });
  const { data, isError } = statistics;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      {data === undefined && isError ? (
        <p className="text-sm text-ink-muted">The totals couldn't be loaded.</p>
      ) : (
        <Totals data={data} />
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <ColumnsMenu />
        <DownloadLink href={exportHref} className={`${buttonClass("plain")} min-h-9! pointer-coarse:min-h-11!`}>
          Export CSV
        </DownloadLink>
      </div>
    </div>
  );
}

function Totals({ data }: { data: QueryOutput<"payments.statistics"> | undefined }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure name="Payments">{data && count.format(data.payments)}</Figure>
      <Figure name="Customers">{data && count.format(data.customers)}</Figure>
      <Figure name="Revenue">{data && <Sums amounts={data.revenue} />}</Figure>
      {data && data.fees.length > 0 && (
        <Figure name="Fees">
          <Sums amounts={data.fees} />
        </Figure>
      )}
      {data && data.refunded.length > 0 && (
        <Figure name="Refunded">
          <Sums amounts={data.refunded} />
        </Figure>
      )}
      {data && data.netRevenue.length > 0 && (
        <Figure name="Net revenue">
          <Sums amounts={data.netRevenue} />
        </Figure>
      )}
    </dl>
  );
}

function Sums({ amounts }: { amounts: readonly ShownMoney[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {amounts.length === 0 && "—"}
      {amounts.map((money) => (
        <Money key={money.symbol} money={money} />
      ))}
    </span>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="text-lg font-medium tabular-nums">{children ?? <Skeleton className="my-1.5 h-4 w-16" />}</dd>
    </div>
  );
}
