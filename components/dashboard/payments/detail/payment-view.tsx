"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { AddressLink, ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { Money } from "#components/dashboard/money.tsx";
import { PaymentStatusBadge } from "#components/dashboard/payment-status.tsx";
import { BuyerLink } from "#components/dashboard/payments/buyer-link.tsx";
import { Fact, Facts, Section } from "#components/dashboard/payments/detail/facts.tsx";
import { PaymentActions, type PaymentRights } from "#components/dashboard/payments/detail/payment-actions.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { Settlement } from "#components/dashboard/payments/detail/settlement.tsx";
import { StatusAnnouncement } from "#components/dashboard/payments/detail/status-announcement.tsx";
import { Timeline } from "#components/dashboard/payments/detail/timeline.tsx";
import { When } from "#components/dashboard/when.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** How soon to ask again: quickly while money is on its way, never once nothing more can come by itself. */
function againMs({ status, settlement }: PaymentDetail): number | false {
  if (status === "requires_action" || status === "processing") return 2_000;
  const isUnderWay = settlement?.state === "pending" || settlement?.state === "submitted";
  return isUnderWay ? 4_000 : false;
}

/** Everything about a payment, kept up to date while it is in sight. */
export function PaymentView({ paymentId, rights }: { paymentId: string; rights: PaymentRights }) {
  const { data, error } = useQuery({
    ...rpcQuery("payments.detail", { paymentId }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : againMs(state.data)),
  });
  if (data === undefined) return error ? <Problem>{error.message}</Problem> : <Skeleton className="h-64 w-full" />;
  return (
    <div className="space-y-6">
      <StatusAnnouncement payment={data} />
      <Heading payment={data} rights={rights} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-6">
          <Amounts payment={data} />
          <Buyer payment={data} />
          {data.settlement && <Settlement settlement={data.settlement} merchantId={data.merchant.id} />}
          <Section title="Timeline" aside="Times in UTC">
            <Timeline events={data.events} />
          </Section>
        </div>
        <div className="space-y-6">
          <Section title="Payment link">
            <BuyerLink link={data.link} reference={data.reference} isOpen={data.status === "requires_action"} />
          </Section>
          <Details payment={data} />
        </div>
      </div>
    </div>
  );
}

function Heading({ payment, rights }: { payment: PaymentDetail; rights: PaymentRights }) {
  const { amount, status, isRefunded, reference, merchant, createdAt } = payment;
  return (
    <div className="space-y-3">
      <Link href="/dashboard/payments" className="text-sm text-accent underline-offset-4 hover:underline">
        Payments
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight">
            <Money money={amount} />
            <PaymentStatusBadge status={status} isRefunded={isRefunded} />
          </h1>
          <p className="text-ink-muted">
            <span className="text-ink">{reference}</span> · {merchant.name} · <When at={createdAt} />
          </p>
        </div>
        <PaymentActions payment={payment} rights={rights} />
      </div>
    </div>
  );
}

function Amounts({ payment }: { payment: PaymentDetail }) {
  const { amount, fiat, fees, paid, tokenFee, net } = payment;
  return (
    <Section title="Amounts">
      <Facts>
        <Fact name="Requested">
          <Money money={amount} hasNetwork />
        </Fact>
        {fiat && (
          <Fact name="Value at creation">
            <Money money={fiat} />
          </Fact>
        )}
        <Fact name="Fee">
          <Money money={fees.total} />
          <span className="text-ink-muted">
            {" "}
            ({fees.percentage}% + <Money money={fees.fixed} />)
          </span>
        </Fact>
        {paid && (
          <Fact name={payment.status === "succeeded" ? "Paid" : "Selected by the buyer"}>
            <Money money={paid} hasNetwork />
          </Fact>
        )}
        {tokenFee && (
          <Fact name="Token fee">
            <Money money={tokenFee} />
          </Fact>
        )}
        {net && (
          <Fact name="Net">
            <Money money={net} className="font-medium" />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function Buyer({ payment: { buyer, transaction, status } }: { payment: PaymentDetail }) {
  if (buyer === null) return null;
  return (
    <Section title="Buyer">
      <Facts>
        <Fact name="Account">
          <AddressLink of={buyer.account} hasNetwork />
        </Fact>
        <Fact name="Wallet">
          <span className="inline-flex items-center gap-2">
            {buyer.walletIconUrl !== null && (
              // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy refuses.
              <img src={new URL(buyer.walletIconUrl).pathname} alt="" width={20} height={20} className="rounded" />
            )}
            {buyer.wallet ?? "Unknown"}
          </span>
        </Fact>
        <Fact name="Transaction">
          {transaction ? (
            <ExplorerLink of={transaction} hasNetwork />
          ) : (
            <span className="text-ink-muted">{status === "processing" ? "Being sent" : "None"}</span>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function Details({ payment }: { payment: PaymentDetail }) {
  const { id, merchant, ids, checkout, expiresAt, updatedAt } = payment;
  return (
    <Section title="Details">
      <dl className="space-y-3 text-sm">
        <Raw name="Payment ID" value={id} />
        <Raw name="Merchant ID" value={merchant.id} />
        {ids.buyer !== null && <Raw name="Buyer (CAIP-10)" value={ids.buyer} />}
        {ids.asset !== null && <Raw name="Token (CAIP-19)" value={ids.asset} />}
        {checkout && <Raw name="Success URL" value={checkout.successUrl} />}
        {checkout && <Raw name="Error URL" value={checkout.errorUrl} />}
        <Plain name="Expires">
          <When at={expiresAt} precision="second" />
        </Plain>
        <Plain name="Last updated">
          <When at={updatedAt} precision="second" />
        </Plain>
      </dl>
    </Section>
  );
}

function Plain({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Raw({ name, value }: { name: string; value: string }) {
  return (
    <Plain name={name}>
      <span className="flex items-start justify-between gap-2">
        <code className="min-w-0 font-mono text-[0.9em] break-all">{value}</code>
        <span className="-my-1.5 shrink-0">
          <CopyButton
            text={value}
            label={`Copy ${name}`}
            words={{ copied: "Copied", failed: "Couldn't copy" }}
            look="compact"
          />
        </span>
      </span>
    </Plain>
  );
}
