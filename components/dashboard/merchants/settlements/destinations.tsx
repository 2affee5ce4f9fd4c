"use client";

import { useState } from "react";
import { AddDestinations } from "#components/dashboard/merchants/settlements/add-destinations.tsx";
import {
  ChangeDestination,
  type Destination,
} from "#components/dashboard/merchants/settlements/change-destination.tsx";
import { DestinationItem } from "#components/dashboard/merchants/settlements/destination-item.tsx";
import { RemoveDestination } from "#components/dashboard/merchants/settlements/remove-destination.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
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
      about="Where each payment's money goes, in the same transaction that collects it."
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
            <DestinationItem
              key={destination.id}
              merchantId={merchant.id}
              destination={destination}
              canSettle={canSettle}
              onChange={() => setDialog({ kind: "change", destination })}
              onRemove={() => setDialog({ kind: "remove", destination })}
            />
          ))}
        </ul>
      )}
      {/* Here, because the first destination replaces the empty state while the dialog is still open. */}
      {dialog?.kind === "add" && <AddDestinations merchant={merchant} canPayOut={canPayOut} onClose={close} />}
      {dialog?.kind === "change" && (
        <ChangeDestination merchant={merchant} destination={dialog.destination} onClose={close} />
      )}
      {dialog?.kind === "remove" && (
        <RemoveDestination merchant={merchant} destination={dialog.destination} onClose={close} />
      )}
    </Card>
  );
}
