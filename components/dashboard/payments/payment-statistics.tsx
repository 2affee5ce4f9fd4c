"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { Money } from "#components/dashboard/money.tsx";
import { ColumnsMenu } from "#components/dashboard/payments/columns.tsx";
import { filtersOf, type PaymentListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { buttonClass } from "#components/ui/action-button.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { QueryOutput, ShownMoney } from "#lib/dashboard/rpc/contract.ts";

const againMs = 15_000;
const count = new Intl.NumberFormat("en");

/** The totals of the matching payments, and the export. On a phone, the {@link FilterBar} has the export. */
export function PaymentStatisticsLine({ input }: { input: PaymentListInput }) {
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
      <div className="flex flex-wrap items-center gap-2 max-sm:hidden sm:ml-auto">
        <ColumnsMenu />
        <ExportLink input={input} />
      </div>
    </div>
  );
}

/** Downloads the payments of the list's filters. */
export function ExportLink({ input }: { input: PaymentListInput }) {
  return (
    <DownloadLink
      href={`/dashboard/payments/export${writeListInput(input)}`}
      className={`${buttonClass("plain")} min-h-9! whitespace-nowrap pointer-coarse:min-h-11!`}
    >
      Export CSV
    </DownloadLink>
  );
}

function Totals({ data }: { data: QueryOutput<"payments.statistics"> | undefined }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 max-sm:w-full sm:gap-x-8 sm:gap-y-2">
      <Figure name="Payments">{data && count.format(data.payments)}</Figure>
      <Figure name="Customers">{data && count.format(data.customers)}</Figure>
      <Figure name="Revenue">{data && <Sums amounts={data.revenue} />}</Figure>
      <Figure name="Fees">{data && <Sums amounts={data.fees} />}</Figure>
      <Figure name="Refunded">{data && <Sums amounts={data.refunded} />}</Figure>
      <Figure name="Net revenue">{data && <Sums amounts={data.netRevenue} />}</Figure>
    </dl>
  );
}

function Sums({ amounts }: { amounts: readonly ShownMoney[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {amounts.length === 0 && "0"}
      {amounts.map((money) => (
        <Money key={money.symbol} money={money} />
      ))}
    </span>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    // On a phone, two abreast, and a figure that is too wide takes a line of its own.
    <div className="max-sm:flex max-sm:min-w-fit max-sm:grow max-sm:basis-[calc(50%-0.75rem)] max-sm:justify-between max-sm:gap-x-2">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="text-sm font-medium tabular-nums sm:text-lg">
        {children ?? <Skeleton className="my-0.5 h-4 w-16 sm:my-1.5" />}
      </dd>
    </div>
  );
}
