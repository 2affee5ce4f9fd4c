"use client";

import { useState } from "react";
import { ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import { Money } from "#components/dashboard/money.tsx";
import { Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { type NewRefundLink, RefundLink } from "#components/dashboard/payments/detail/refund-link.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { isolated } from "#lib/core/isolated.ts";

type Refund = PaymentDetail["refunds"][number];

const states: Readonly<Record<Refund["state"], { word: string; tone: Tone }>> = {
  marked: { word: "Marked", tone: "neutral" },
  requested: { word: "Awaiting signature", tone: "pending" },
  processing: { word: "Sending", tone: "pending" },
  succeeded: { word: "Paid", tone: "good" },
  failed: { word: "Failed", tone: "critical" },
  expired: { word: "Link expired", tone: "neutral" },
  cancelled: { word: "Cancelled", tone: "neutral" },
};

const changed = ["payments.detail", "payments.statistics"] as const;

/** The refunds of a payment, latest first. A requested one can be cancelled and its link replaced. */
export function Refunds({ refunds, mayRefund }: { refunds: readonly Refund[]; mayRefund: boolean }) {
  const [confirming, setConfirming] = useState<{ kind: "cancel" | "renew"; refund: Refund } | null>(null);
  const [link, setLink] = useState<NewRefundLink | null>(null);
  const close = () => setConfirming(null);
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      <ul className="-my-3 divide-y divide-line text-sm">
        {refunds.toReversed().map((refund) => (
          <li key={refund.id} className="space-y-1 py-3">
            <RefundFacts refund={refund} />
            {mayRefund && refund.state === "requested" && (
              <div className="flex flex-wrap gap-2 pt-1">
                <ActionButton onClick={() => setConfirming({ kind: "renew", refund })}>New link</ActionButton>
                <ActionButton onClick={() => setConfirming({ kind: "cancel", refund })}>Cancel refund</ActionButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      {confirming?.kind === "cancel" && <CancelRefund refund={confirming.refund} onClose={close} />}
      {confirming?.kind === "renew" && (
        <RenewLink
          refund={confirming.refund}
          onClose={close}
          onRenewed={(renewed) => {
            close();
            setLink(renewed);
          }}
        />
      )}
      {link !== null && <RefundLink link={link} onClose={() => setLink(null)} />}
    </Section>
  );
}

function RefundFacts({ refund }: { refund: Refund }) {
  const { amount, state, mode, isFromTreasury, createdAt, author, expiresAt, transaction, failure } = refund;
  const { word, tone } = states[state];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <Money money={amount} hasNetwork className="font-medium" />
          <Badge tone={tone}>{word}</Badge>
        </span>
        <When at={createdAt} className="text-ink-muted" />
      </div>
      {author !== null && (
        <p className="wrap-anywhere text-ink-muted">
          {mode === "mark" ? "Marked" : "Requested"} by {authorWords(author)}
        </p>
      )}
      {mode === "mark" && <p className="text-ink-muted">Returned another way.</p>}
      {isFromTreasury && <p className="text-ink-muted">From the treasury, which held the money.</p>}
      {state === "requested" && expiresAt !== null && (
        <p className="text-ink-muted">
          The merchant's wallet can sign until <When at={expiresAt} />.
        </p>
      )}
      {failure !== null && !isFromTreasury && (state === "requested" || state === "failed") && (
        <p className="text-pretty break-words text-critical">
          The last transaction failed, and no money was sent: {failure}
        </p>
      )}
      {failure !== null && isFromTreasury && state !== "succeeded" && (
        <p className="text-pretty break-words text-critical">
          The last transaction failed: {failure}.{state === "processing" && " Till tries again automatically."}
        </p>
      )}
      {transaction !== null && <ExplorerLink transaction={transaction} />}
    </>
  );
}

function authorWords({ kind, name }: NonNullable<Refund["author"]>): string {
  switch (kind) {
    case "user":
      return name === null ? "a former member" : isolated(name);
    case "api_key":
      return name === null ? "an API key that was deleted" : `the API key ${isolated(name)}`;
    case "operator":
      return "the operator";
  }
}

type ConfirmProps = { refund: Refund; onClose: () => void };

function CancelRefund({ refund, onClose }: ConfirmProps) {
  const { mutate, isPending, error } = useRpcMutation("payments.cancelRefund", changed);
  return (
    <ConfirmDialog
      title="Cancel this refund?"
      confirmLabel="Cancel refund"
      keepLabel="Keep refund"
      isDangerous
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ refundId: refund.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The link stops working, and {moneyLine(refund.amount)} can be refunded another way.</p>
    </ConfirmDialog>
  );
}

function RenewLink({ refund, onClose, onRenewed }: ConfirmProps & { onRenewed: (link: NewRefundLink) => void }) {
  const { mutate, isPending, error } = useRpcMutation("payments.renewRefundLink", changed);
  const renew = () =>
    mutate(
      { refundId: refund.id },
      { onSuccess: ({ url, amount, expiresAt }) => url && expiresAt && onRenewed({ url, amount, expiresAt }) },
    );
  return (
    <ConfirmDialog
      title="Create a new link?"
      confirmLabel="Create new link"
      isBusy={isPending}
      error={error}
      onConfirm={renew}
      onClose={onClose}
    >
      <p>
        The current link stops working. The refund of {moneyLine(refund.amount)} is cancelled and requested again, with
        another 7 days to sign.
      </p>
    </ConfirmDialog>
  );
}
