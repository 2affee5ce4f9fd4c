"use client";

import { useRef } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByPayout } from "#components/dashboard/held/held.ts";
import { SentOneByOne } from "#components/dashboard/held/pay-out-held.tsx";
import { destinationProblem } from "#components/dashboard/merchants/settlements/destination-problem.ts";
import { payOutEach } from "#components/dashboard/merchants/settlements/pay-out-each.ts";
import { Money } from "#components/dashboard/money.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { MutationOutput } from "#lib/dashboard/rpc/contract.ts";

export type OfferedPayouts = MutationOutput<"settlements.add">["held"];

type OfferPayoutProps = { merchantId: string; held: OfferedPayouts; onClose: () => void };

/** Offers to pay out what was held for the tokens that have just got a destination. Nothing is sent without the button. */
export function OfferPayout({ merchantId, held, onClose }: OfferPayoutProps) {
  const payOut = useRpcMutation("payouts.payOutHeld", changedByPayout);
  const payments = held.reduce((sum, each) => sum + each.payments, 0);
  const requested = useRef(new Set<string>());
  const send = async () => {
    await payOutEach(held, requested.current, ({ asset, destination }) =>
      payOut.mutateAsync({ merchantId, asset, destination }),
    );
    onClose();
  };
  return (
    <div className="space-y-5">
      <p role="status">The destination is saved. This money was held because there was none:</p>
      <ul className="divide-y divide-line rounded-xl bg-sunken px-4 text-sm">
        {held.map(({ asset, money, payments: count }) => (
          <li key={asset} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <Money money={money} hasNetwork className="font-medium" />
            <span className="text-ink-muted">
              from {count === 1 ? "1 payment" : `${count.toLocaleString("en")} payments`}
            </span>
          </li>
        ))}
      </ul>
      <SentOneByOne payments={payments} isMerchantDeleted={false} />
      {payOut.error !== null && <Problem>{destinationProblem(payOut.error)}</Problem>}
      <div className="flex flex-wrap justify-end gap-2">
        <ActionButton onClick={onClose}>Not now</ActionButton>
        <ActionButton look="primary" isBusy={payOut.isPending} onClick={() => void send().catch(() => undefined)}>
          Pay out now
        </ActionButton>
      </div>
    </div>
  );
}
