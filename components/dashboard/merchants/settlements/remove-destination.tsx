"use client";

import { useAction } from "#components/dashboard/data/use-action.ts";
import type { Destination } from "#components/dashboard/merchants/settlements/change-destination.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

type RemoveDestinationProps = { merchantId: string; destination: Destination; onClose: () => void };

/** Asks before money in an asset is no longer settled. */
export function RemoveDestination({ merchantId, destination, onClose }: RemoveDestinationProps) {
  const remove = useAction("settlements.remove", ["merchants.get", "merchants.list", "merchants.history"]);
  const { id: settlementId, symbol, account } = destination;
  return (
    <Modal title={`Stop settling ${symbol} on ${account.network}?`} onClose={onClose}>
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
      {remove.error !== null && <Problem>{remove.error.message}</Problem>}
      <div className="flex flex-wrap justify-end gap-2">
        <ActionButton onClick={onClose}>Keep it</ActionButton>
        <ActionButton
          look="critical"
          isBusy={remove.isPending}
          onClick={() => remove.mutate({ merchantId, settlementId }, { onSuccess: onClose })}
        >
          Remove
        </ActionButton>
      </div>
    </Modal>
  );
}
