"use client";

import { AddressLink } from "#components/dashboard/chain-links.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { Destination } from "#components/dashboard/merchants/settlements/change-destination.tsx";
import { destinationProblem } from "#components/dashboard/merchants/settlements/destination-problem.ts";
import { NetworkIcon } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Problem } from "#components/ui/problem.tsx";

type DestinationItemProps = {
  merchantId: string;
  destination: Destination;
  canSettle: boolean;
  onChange: () => void;
  onRemove: () => void;
};

/** A settlement destination, with the change that is pending for it. */
export function DestinationItem({ merchantId, destination, canSettle, onChange, onRemove }: DestinationItemProps) {
  const { symbol, account, chainId, isEnabled, pending } = destination;
  const isFuture = pending?.isNew === true;
  const of = (
    <span className="sr-only">
      {" "}
      destination for {symbol} on {account.network}
    </span>
  );
  return (
    <li className="space-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="flex w-56 max-w-full items-center gap-2.5">
          <NetworkIcon chainId={chainId} />
          <p className="min-w-0 text-sm">
            <span className="font-medium">{symbol}</span> <span className="text-ink-muted">on {account.network}</span>
          </p>
          {!isEnabled && <Badge>Not in use</Badge>}
        </div>
        <div className="min-w-0 grow text-sm">{isFuture ? "None yet" : <AddressLink address={account} />}</div>
        {canSettle && !isFuture && (
          <div className="flex gap-1 max-sm:-mx-4">
            <ActionButton look="quiet" onClick={onChange}>
              Change
              {of}
            </ActionButton>
            <ActionButton look="quiet" onClick={onRemove}>
              Remove
              {of}
            </ActionButton>
          </div>
        )}
      </div>
      {pending !== null && (
        <PendingChange merchantId={merchantId} destination={destination} pending={pending} canSettle={canSettle} />
      )}
    </li>
  );
}

type PendingChangeProps = Pick<DestinationItemProps, "merchantId" | "destination" | "canSettle"> & {
  pending: NonNullable<Destination["pending"]>;
};

function PendingChange({ merchantId, destination: { id, symbol, account }, pending, canSettle }: PendingChangeProps) {
  const revoke = useRpcMutation("settlements.revoke", ["merchants.get", "merchants.history"]);
  const { destination } = pending;
  return (
    <div className="space-y-2 rounded-xl bg-sunken p-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow space-y-1">
          <p className="font-medium">
            {pending.isNew ? "In use" : "New address"} from <When at={pending.takesEffectAt} />
          </p>
          <AddressLink address={pending.account} />
        </div>
        {canSettle && (
          <ActionButton
            isBusy={revoke.isPending}
            onClick={() => revoke.mutate({ merchantId, settlementId: id, destination })}
          >
            Revoke
            <span className="sr-only">
              {" "}
              the change for {symbol} on {account.network}
            </span>
          </ActionButton>
        )}
      </div>
      {revoke.error !== null && <Problem>{destinationProblem(revoke.error)}</Problem>}
    </div>
  );
}
