"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByPayout, destinationOf, type Held } from "#components/dashboard/held/held.ts";
import { destinationProblem } from "#components/dashboard/merchants/settlements/destination-problem.ts";
import { Money } from "#components/dashboard/money.tsx";

/** Confirms the payout of everything held for a merchant in one token. */
export function PayOutHeld({ held, onClose }: { held: Held; onClose: () => void }) {
  const { merchantId, merchantName, isMerchantDeleted, asset, money, payable } = held;
  const destination = destinationOf(held);
  const payOut = useRpcMutation("payouts.payOutHeld", changedByPayout);
  return (
    <ConfirmDialog
      title={`Pay out all held ${money.symbol} on ${money.network}?`}
      confirmLabel="Pay out"
      isBusy={payOut.isPending}
      error={payOut.error && { message: destinationProblem(payOut.error) }}
      onConfirm={() =>
        destination !== null && payOut.mutate({ merchantId, asset, destination }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <dl className="space-y-3 rounded-xl bg-sunken p-4 text-sm">
        <div>
          <dt className="text-ink-muted">Amount</dt>
          <dd className="font-medium wrap-anywhere">
            <Money money={payable.money} hasNetwork /> from {payable.payments.toLocaleString("en")}{" "}
            {payable.payments === 1 ? "payment" : "payments"} of <bdi>{merchantName}</bdi>
          </dd>
        </div>
        <div>
          <dt className="text-ink-muted">To</dt>
          <dd className="font-mono break-all">{held.destination?.id}</dd>
        </div>
      </dl>
      <SentOneByOne payments={payable.payments} isMerchantDeleted={isMerchantDeleted} />
    </ConfirmDialog>
  );
}

/** Explains what happens between the request and the arrival. */
export function SentOneByOne({ payments, isMerchantDeleted }: { payments: number; isMerchantDeleted: boolean }) {
  const isOne = payments === 1;
  return (
    <p className="text-sm text-ink-muted">
      {isOne
        ? "Till sends one transfer and pays its network fee."
        : "Till sends one transfer for each payment and pays the network fees. This can take a while."}{" "}
      {isMerchantDeleted
        ? redirection(isOne)
        : "If you change the destination, payouts that haven't started stay held."}
    </p>
  );
}

function redirection(isOne: boolean): string {
  return isOne
    ? "Until it has started, an owner or an admin can choose another address."
    : "An owner or an admin can choose another address for payouts that haven't started.";
}
