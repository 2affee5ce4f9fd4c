"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByPayout, type Held } from "#components/dashboard/held/held.ts";
import { Money } from "#components/dashboard/money.tsx";

/** Confirms the payout of everything held for a merchant in one token. */
export function PayOutHeld({ held, onClose }: { held: Held; onClose: () => void }) {
  const { merchantId, merchantName, asset, money, payable, destination } = held;
  const payOut = useRpcMutation("payouts.payOutHeld", changedByPayout);
  return (
    <ConfirmDialog
      title={`Pay out all held ${money.symbol} on ${money.network}?`}
      confirmLabel="Pay out"
      isBusy={payOut.isPending}
      error={payOut.error}
      onConfirm={() => payOut.mutate({ merchantId, asset }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <dl className="space-y-3 rounded-xl bg-sunken p-4 text-sm">
        <div>
          <dt className="text-ink-muted">Amount</dt>
          <dd className="font-medium wrap-anywhere">
            <Money money={payable.money} hasNetwork /> from {payable.payments.toLocaleString("en")}{" "}
            {payable.payments === 1 ? "payment" : "payments"} of {merchantName}
          </dd>
        </div>
        <div>
          <dt className="text-ink-muted">To</dt>
          <dd className="font-mono break-all">{destination?.id}</dd>
        </div>
      </dl>
      <SentOneByOne payments={payable.payments} />
    </ConfirmDialog>
  );
}

/** Explains what happens between the order and the arrival. */
export function SentOneByOne({ payments }: { payments: number }) {
  return (
    <p className="text-sm text-ink-muted">
      {payments === 1
        ? "Till sends one transfer and pays its network fee."
        : "Till sends one transfer for each payment and pays the network fees. This can take a while."}{" "}
      If you change the destination, payouts that haven't started stay held.
    </p>
  );
}
