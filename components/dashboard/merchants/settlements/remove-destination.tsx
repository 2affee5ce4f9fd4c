"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useAction } from "#components/dashboard/data/use-action.ts";
import type { Destination } from "#components/dashboard/merchants/settlements/change-destination.tsx";

type RemoveDestinationProps = { merchantId: string; destination: Destination; onClose: () => void };

/** Asks before money in an asset is no longer settled. */
export function RemoveDestination({ merchantId, destination, onClose }: RemoveDestinationProps) {
  const remove = useAction("settlements.remove", ["merchants.get", "merchants.list", "merchants.history"]);
  const { id: settlementId, symbol, account } = destination;
  return (
    <ConfirmDialog
      title={`Stop settling ${symbol} on ${account.network}?`}
      confirmLabel="Remove"
      keepLabel="Keep it"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ merchantId, settlementId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <dl className="rounded-xl bg-sunken p-4 text-sm">
        <dt className="text-ink-muted">Address now</dt>
        <dd className="font-mono break-all">{account.id}</dd>
      </dl>
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-muted">
        <li>
          Payments that succeed in {symbol} on {account.network} from now on are not settled: their money waits in the
          treasury until there is a destination again and you settle it by hand.
        </li>
        <li>Payments that have succeeded already are settled to this address all the same.</li>
        <li>Buyers can still pay with it.</li>
      </ul>
    </ConfirmDialog>
  );
}
