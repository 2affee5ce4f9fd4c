"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { FigureLabel } from "#components/dashboard/figure-label.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { PaymentStateBadge } from "#components/dashboard/payment-state.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Figures = QueryOutput<"merchants.figures">;

/** The merchant's totals. */
export function MerchantFigures({ merchantId }: { merchantId: string }) {
  const { data, error, refetch } = useQuery(rpcQuery("merchants.figures", { merchantId }));
  if (error !== null) {
    return (
      <div className="space-y-3">
        <Problem>{error.message}</Problem>
        <ActionButton onClick={() => void refetch()}>Try again</ActionButton>
      </div>
    );
  }
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line">
      <Figure label="Volume">{data && <Volume revenue={data.revenue} />}</Figure>
      <Figure label="Succeeded payments">
        {data && (
          <>
            {data.succeeded.toLocaleString("en")}{" "}
            <span className="text-sm font-normal text-ink-muted">of {data.payments.toLocaleString("en")}</span>
          </>
        )}
      </Figure>
      <Figure label="Open">{data?.open.toLocaleString("en")}</Figure>
      <Figure label="Customers" href={paths.customers(merchantId)}>
        {data?.customers.toLocaleString("en")}
      </Figure>
    </dl>
  );
}

type FigureProps = { label: string; href?: string; children: ReactNode };

function Figure({ label, href, children }: FigureProps) {
  return (
    <div
      className={`relative min-w-fit grow basis-36 bg-surface px-4 py-3 lg:basis-0 ${href === undefined ? "" : "hover:bg-sunken"}`}
    >
      <FigureLabel label={label} href={href} />
      <dd className="text-lg font-semibold tabular-nums">{children ?? <Skeleton className="my-1 h-5 w-16" />}</dd>
    </div>
  );
}

function Volume({ revenue }: { revenue: Figures["revenue"] }) {
  if (revenue.length === 0) return <>–</>;
  return revenue.map((money) => <Money key={money.symbol} money={money} className="block" />);
}

type LatestPaymentsProps = { merchantId: string; canPay: boolean; isActive: boolean };

/** The merchant's latest payments, with a link to all of them. */
export function LatestPayments({ merchantId, canPay, isActive }: LatestPaymentsProps) {
  const { data } = useQuery(rpcQuery("merchants.figures", { merchantId }));
  const all = `/dashboard/payments?merchant=${merchantId}`;
  return (
    <Card
      title="Latest payments"
      action={
        <Link
          href={all}
          className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
        >
          All payments<span className="sr-only"> of this merchant</span>
        </Link>
      }
    >
      {data === undefined && <Skeleton className="h-40 w-full" />}
      {data?.latest.length === 0 && (
        <p className="text-sm text-ink-muted">
          No payments yet.{" "}
          {canPay && isActive && (
            <Link
              href={`/dashboard/payments/new?merchant=${merchantId}`}
              className="text-accent underline underline-offset-4"
            >
              Create payment
            </Link>
          )}
        </p>
      )}
      {data !== undefined && data.latest.length > 0 && <Latest payments={data.latest} />}
    </Card>
  );
}

function Latest({ payments }: { payments: Figures["latest"] }) {
  return (
    <ul className="-mx-5 divide-y divide-line text-sm">
      {payments.map(({ id, referenceId, state, amount, createdAt }) => (
        <li key={id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-sunken">
          <Money money={amount} className="font-medium sm:w-36" />
          <PaymentStateBadge state={state} />
          <Link
            href={`/dashboard/payments/${id}`}
            className="min-w-0 grow truncate underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            <bdi>{referenceId}</bdi>
          </Link>
          <When at={createdAt} className="text-ink-muted" />
        </li>
      ))}
    </ul>
  );
}
