"use client";

import { AddressLink, ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { Transfers } from "#components/dashboard/exceptions/transfers.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { PaymentStateBadge } from "#components/dashboard/payment-state.tsx";
import { BuyerLink } from "#components/dashboard/payments/buyer-link.tsx";
import { Amounts } from "#components/dashboard/payments/detail/amounts.tsx";
import { Fact, Facts, Section } from "#components/dashboard/payments/detail/facts.tsx";
import { Order } from "#components/dashboard/payments/detail/order.tsx";
import { PaymentActions, type PaymentRights } from "#components/dashboard/payments/detail/payment-actions.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { PaymentDetails } from "#components/dashboard/payments/detail/payment-details.tsx";
import { Payout } from "#components/dashboard/payments/detail/payout.tsx";
import { Progress } from "#components/dashboard/payments/detail/progress.tsx";
import { Refunds } from "#components/dashboard/payments/detail/refunds.tsx";
import { StatusAnnouncement } from "#components/dashboard/payments/detail/status-announcement.tsx";
import { Timeline } from "#components/dashboard/payments/detail/timeline.tsx";
import { NoDestination, NotPayable } from "#components/dashboard/payments/no-destination.tsx";
import { usePaymentDetail } from "#components/dashboard/payments/use-payment-detail.ts";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { When } from "#components/dashboard/when.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The details of a payment, refetched while the page is visible. */
export function PaymentView({ paymentId, rights }: { paymentId: string; rights: PaymentRights }) {
  const { data, error } = usePaymentDetail(paymentId);
  if (data === undefined) return error ? <Problem>{error.message}</Problem> : <Skeleton className="h-64 w-full" />;
  const transfers = <Transfers payment={data} mayDecide={rights.mayRefund} />;
  // An exception that waits for a person comes first.
  const isDue = data.exceptions.some(({ endedAt }) => endedAt === null);
  return (
    <div className="space-y-6">
      {error !== null && <Problem>Couldn't refresh this payment. {error.message}</Problem>}
      <StatusAnnouncement payment={data} />
      <Heading payment={data} rights={rights} />
      <Progress payment={data} />
      {data.isPayable === false && <NotPayable merchant={data.merchant} />}
      {(data.isPayable === true || data.status === "processing") && (
        <NoDestination merchantId={data.merchant.id} isPayable />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-6">
          {isDue && transfers}
          <Amounts payment={data} />
          <Order payment={data} />
          <Buyer payment={data} />
          {!isDue && transfers}
          <Refunds refunds={data.refunds} mayRefund={rights.mayRefund} />
          {data.payout && <Payout payout={data.payout} merchantId={data.merchant.id} />}
          <Section
            title="Timeline"
            aside={
              <>
                Times in <ZoneName />
              </>
            }
          >
            <Timeline events={data.events} />
            <Link
              href={`${paths.events}?payment=${data.id}`}
              className="mt-5 inline-block text-sm text-accent underline-offset-4 hover:underline"
            >
              Show as API events
            </Link>
          </Section>
        </div>
        <div className="space-y-6">
          {data.status === "requires_action" && (
            <Section title="Payment link">
              <BuyerLink link={data.link} reference={data.reference} />
            </Section>
          )}
          <PaymentDetails payment={data} />
        </div>
      </div>
    </div>
  );
}

function Heading({ payment, rights }: { payment: PaymentDetail; rights: PaymentRights }) {
  const { amount, state, reference, merchant, createdAt } = payment;
  return (
    <div className="space-y-3">
      <Link
        href="/dashboard/payments"
        className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
      >
        Payments
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight">
            <Money money={amount} />
            <PaymentStateBadge state={state} />
          </h1>
          <p className="wrap-anywhere text-ink-muted">
            <bdi className="text-ink">{reference}</bdi> · <bdi>{merchant.name}</bdi> · <When at={createdAt} />
          </p>
        </div>
        <PaymentActions payment={payment} rights={rights} />
      </div>
    </div>
  );
}

function Buyer({ payment: { buyer, transaction, status } }: { payment: PaymentDetail }) {
  if (buyer === null) return null;
  return (
    <Section title="Buyer">
      <Facts>
        <Fact name="Account">
          <AddressLink address={buyer.account} hasNetwork />
        </Fact>
        <Fact name="Wallet">
          <span className="inline-flex items-center gap-2">
            {buyer.walletIconUrl !== null && (
              // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the Content-Security-Policy refuses.
              <img src={new URL(buyer.walletIconUrl).pathname} alt="" width={20} height={20} className="rounded" />
            )}
            {buyer.wallet ?? "Unknown"}
          </span>
        </Fact>
        <Fact name="Transaction">
          {transaction ? (
            <ExplorerLink transaction={transaction} hasNetwork />
          ) : (
            <span className="text-ink-muted">{status === "processing" ? "Being sent" : "None"}</span>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}
