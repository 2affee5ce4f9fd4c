"use client";

import { ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { Decisions } from "#components/dashboard/exceptions/decisions.tsx";
import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { kindWords, placeOf, stateWords, storyOf } from "#components/dashboard/exceptions/exception-words.ts";
import { RecipientCall } from "#components/dashboard/exceptions/recipient-call.tsx";
import { Money } from "#components/dashboard/money.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge } from "#components/ui/badge.tsx";

type ExceptionItemProps = { exception: Exception; payment: PaymentDetail; mayDecide: boolean };

/** An exception of the payment: what happened, where the money is, and what can be done. */
export function ExceptionItem({ exception, payment, mayDecide }: ExceptionItemProps) {
  const { kind, state, money, createdAt, call, forwarding, refund, reason, failure } = exception;
  const { word, tone } = stateWords[state];
  return (
    <li className="space-y-3 rounded-lg border border-line p-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {kindWords[kind]}: <Money money={money} hasNetwork />
          <Badge tone={tone}>{word}</Badge>
        </h3>
        <When at={createdAt} className="text-ink-muted" />
      </div>
      <p className="max-w-prose text-pretty">
        {storyOf(exception)} {placeOf(exception)}
      </p>
      {failure !== null && (
        <p className="break-words text-critical">The last transaction failed, and nothing was moved: {failure}</p>
      )}
      {reason !== null && (
        <p className="wrap-anywhere text-ink-muted">
          Reason: <bdi>{reason}</bdi>
        </p>
      )}
      {forwarding !== null && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-ink-muted">Sent to the merchant's wallet in</span>
          <ExplorerLink transaction={forwarding} />
        </p>
      )}
      {refund !== null && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-ink-muted">Refunded in</span>
          <ExplorerLink transaction={refund} />
        </p>
      )}
      {call !== null && <RecipientCall exception={exception} call={call} />}
      {mayDecide && <Decisions exception={exception} payment={payment} />}
    </li>
  );
}
