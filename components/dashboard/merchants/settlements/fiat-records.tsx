"use client";

import { useState } from "react";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { bankTypeWords } from "#components/dashboard/merchants/settlements/bank-type-words.ts";
import { FiatForm, type FiatRecord } from "#components/dashboard/merchants/settlements/fiat-form.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { bankTypes } from "#lib/core/bank-account.ts";

type Stored = FetchedMerchant["fiat"][number];
type OpenDialog = { kind: "add" } | { kind: "change" | "remove"; record: Stored };

const changes = ["merchants.get", "merchants.history"] as const;

/** The merchant's bank accounts. Records only: Till sends no money to them. */
export function FiatRecords({ merchant, canSettle }: { merchant: FetchedMerchant; canSettle: boolean }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <Card
      title="Bank accounts"
      about="For your records only. Till doesn't send money to bank accounts."
      action={canSettle && <ActionButton onClick={() => setDialog({ kind: "add" })}>Add bank account</ActionButton>}
    >
      {merchant.fiat.length === 0 ? (
        <p className="text-sm text-ink-muted">No bank accounts yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {merchant.fiat.map((record) => (
            <li key={record.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
              <p className="min-w-0 grow text-sm">
                <span className="block font-medium break-words">{record.holderName}</span>
                <span className="text-ink-muted tabular-nums">
                  {record.currency} · {wordsOf(record.bankType)} · <Masked ending={record.accountEnding} />
                </span>
              </p>
              <Badge tone={record.status === "active" ? "good" : "neutral"}>
                {record.status === "active" ? "In use" : "Not in use"}
              </Badge>
              {canSettle && (
                <div className="flex gap-1 max-sm:-mx-4 max-sm:w-full">
                  <ActionButton look="quiet" onClick={() => setDialog({ kind: "change", record })}>
                    Edit<span className="sr-only"> the bank account {record.accountEnding}</span>
                  </ActionButton>
                  <ActionButton look="quiet" onClick={() => setDialog({ kind: "remove", record })}>
                    Remove<span className="sr-only"> the bank account {record.accountEnding}</span>
                  </ActionButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog?.kind === "add" && <AddFiat merchantId={merchant.id} onClose={close} />}
      {dialog?.kind === "change" && <ChangeFiat merchantId={merchant.id} record={dialog.record} onClose={close} />}
      {dialog?.kind === "remove" && <RemoveFiat merchantId={merchant.id} record={dialog.record} onClose={close} />}
    </Card>
  );
}

const wordsOf = (bankType: string) => {
  const known = bankTypes.find((type) => type === bankType);
  return known === undefined ? bankType : bankTypeWords[known];
};

function Masked({ ending }: { ending: string }) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">•••• </span>
      <span className="sr-only">ends in </span>
      {ending}
    </span>
  );
}

function AddFiat({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const keyFor = useIdempotencyKey();
  const add = useRpcMutation("settlements.addFiat", changes);
  return (
    <Modal title="Add bank account" onClose={onClose}>
      <FiatForm
        record={null}
        isBusy={add.isPending}
        error={add.error}
        onCancel={onClose}
        onSubmit={(record) => add.mutate({ key: keyFor(record), merchantId, ...record }, { onSuccess: onClose })}
      />
    </Modal>
  );
}

type OfOne = { merchantId: string; record: Stored; onClose: () => void };

function ChangeFiat({ merchantId, record, onClose }: OfOne) {
  const change = useRpcMutation("settlements.changeFiat", changes);
  return (
    <Modal title="Edit bank account" onClose={onClose}>
      <FiatForm
        record={toForm(record)}
        isBusy={change.isPending}
        error={change.error}
        onCancel={onClose}
        onSubmit={(to) => change.mutate({ merchantId, settlementId: record.id, ...to }, { onSuccess: onClose })}
      />
    </Modal>
  );
}

/** Converts a stored record for the form. */
function toForm({ bankType, currency, holderName, accountEnding, status }: Stored): FiatRecord {
  return {
    bankType: bankTypes.find((type) => type === bankType) ?? "other",
    currency,
    holderName,
    accountEnding,
    status: status === "active" ? "active" : "inactive",
  };
}

function RemoveFiat({ merchantId, record, onClose }: OfOne) {
  const remove = useRpcMutation("settlements.removeFiat", changes);
  return (
    <ConfirmDialog
      title="Remove this bank account?"
      confirmLabel="Remove bank account"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ merchantId, settlementId: record.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {record.holderName}, {record.currency} · <Masked ending={record.accountEnding} />
      </p>
      <p className="text-sm text-ink-muted">The audit log keeps the current details.</p>
    </ConfirmDialog>
  );
}
