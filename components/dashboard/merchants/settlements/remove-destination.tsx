"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { Destination } from "#components/dashboard/merchants/settlements/change-destination.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";

type RemoveDestinationProps = { merchant: FetchedMerchant; destination: Destination; onClose: () => void };

/** Confirms the removal of a settlement destination. */
export function RemoveDestination({ merchant, destination, onClose }: RemoveDestinationProps) {
  const remove = useRpcMutation("settlements.remove", ["merchants.get", "merchants.list", "merchants.history"]);
  const { id: settlementId, symbol, account } = destination;
  return (
    <ConfirmDialog
      title={`Remove destination for ${symbol} on ${account.network}?`}
      confirmLabel="Remove destination"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ merchantId: merchant.id, settlementId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <dl className="rounded-xl bg-sunken p-4 text-sm">
        <dt className="text-ink-muted">Current address</dt>
        <dd className="font-mono break-all">{account.id}</dd>
      </dl>
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-muted">
        <li>Payments that buyers have already confirmed still go to this address.</li>
        {merchant.onlySettleableTokens ? (
          <li>
            Buyers can no longer pay with {symbol} on {account.network}.
          </li>
        ) : (
          <li>
            Buyers can still pay with {symbol} on {account.network}. That money is held in the treasury until you add a
            destination and pay it out.
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
