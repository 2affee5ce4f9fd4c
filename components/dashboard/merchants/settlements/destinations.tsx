"use client";

import { useState } from "react";
import { AddressLink } from "#components/dashboard/chain-links.tsx";
import { AddDestinations } from "#components/dashboard/merchants/settlements/add-destinations.tsx";
import {
  ChangeDestination,
  type Destination,
} from "#components/dashboard/merchants/settlements/change-destination.tsx";
import { RemoveDestination } from "#components/dashboard/merchants/settlements/remove-destination.tsx";
import { NetworkIcon } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

type OpenDialog = { kind: "add" } | { kind: "change" | "remove"; destination: Destination };

type DestinationsProps = { merchant: FetchedMerchant; canSettle: boolean; canPayOut: boolean };

/** The merchant's settlement destinations by token. */
export function Destinations({ merchant, canSettle, canPayOut }: DestinationsProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const isEmpty = merchant.crypto.length === 0;
  const add = () => setDialog({ kind: "add" });
  return (
    <Card
      title="Settlement destinations"
      about="Where the money of each payment goes, in the transaction that collects it."
      action={canSettle && !isEmpty && <ActionButton onClick={add}>Add destination</ActionButton>}
    >
      {isEmpty ? (
        <EmptyState title="No settlement destinations yet">
          <p>
            {merchant.onlySettleableTokens
              ? "Add one so that buyers can pay this merchant."
              : "Buyers can pay, but the money is held in the treasury until you add a destination and pay it out."}
          </p>
          {canSettle ? (
            <ActionButton look="primary" onClick={add}>
              Add destination
            </ActionButton>
          ) : (
            <p>An owner or an admin can add one.</p>
          )}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {merchant.crypto.map((destination) => (
            <li key={destination.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
              <div className="flex w-56 max-w-full items-center gap-2.5">
                <NetworkIcon chainId={destination.chainId} />
                <p className="min-w-0 text-sm">
                  <span className="font-medium">{destination.symbol}</span>{" "}
                  <span className="text-ink-muted">on {destination.account.network}</span>
                </p>
                {!destination.isEnabled && <Badge>Not in use</Badge>}
              </div>
              <div className="min-w-0 grow text-sm">
                <AddressLink of={destination.account} />
              </div>
              {canSettle && (
                <div className="flex gap-1 max-sm:-mx-4">
                  <ActionButton look="quiet" onClick={() => setDialog({ kind: "change", destination })}>
                    Change
                    <span className="sr-only">
                      {" "}
                      destination for {destination.symbol} on {destination.account.network}
                    </span>
                  </ActionButton>
                  <ActionButton look="quiet" onClick={() => setDialog({ kind: "remove", destination })}>
                    Remove
                    <span className="sr-only">
                      {" "}
                      destination for {destination.symbol} on {destination.account.network}
                    </span>
                  </ActionButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* Here, because the first destination replaces the empty state while the dialog is still open. */}
      {dialog?.kind === "add" && <AddDestinations merchant={merchant} canPayOut={canPayOut} onClose={close} />}
      {dialog?.kind === "change" && (
        <ChangeDestination merchantId={merchant.id} destination={dialog.destination} onClose={close} />
      )}
      {dialog?.kind === "remove" && (
        <RemoveDestination merchant={merchant} destination={dialog.destination} onClose={close} />
      )}
    </Card>
  );
}
