"use client";

import { type ReactNode, useState } from "react";
import { AddressLink } from "#components/dashboard/chain-links.tsx";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { ActionButton, type ButtonLook } from "#components/ui/action-button.tsx";

/** What the member may do with payments. */
export type PaymentRights = { mayCancel: boolean; mayRefund: boolean; maySettle: boolean };

type Deed = {
  action: "payments.cancel" | "payments.refund" | "payments.settle";
  button: string;
  look: ButtonLook;
  /** What the dialog asks, and what it says will happen. */
  question: string;
  about: ReactNode;
};

function deedsOf(payment: PaymentDetail, rights: PaymentRights): Deed[] {
  const { status, isRefunded, settlement, reference, amount } = payment;
  const isLate = settlement?.state === "failed";
  const deeds: (Deed | false)[] = [
    rights.maySettle &&
      !!settlement?.settleTo && {
        action: "payments.settle",
        button: isLate ? "Retry payout" : "Send payout",
        look: "primary",
        question: isLate ? "Retry the payout?" : "Send the payout now?",
        about: (
          <>
            <p>{settlement.amount && moneyLine(settlement.amount)} will be sent from the treasury to</p>
            <p>
              <AddressLink of={settlement.settleTo} hasNetwork />
            </p>
          </>
        ),
      },
    rights.mayRefund &&
      status === "succeeded" &&
      !isRefunded && {
        action: "payments.refund",
        button: "Mark as refunded",
        look: "plain",
        question: "Mark this payment as refunded?",
        about: (
          <>
            <p>
              <strong className="font-medium">This doesn't send any money.</strong> Send{" "}
              {moneyLine(payment.paid ?? amount)} back to the buyer yourself, from your own wallet, then mark it here.
            </p>
            <p>The payment is marked as fully refunded and keeps the status Succeeded. This can't be undone.</p>
          </>
        ),
      },
    rights.mayCancel &&
      status === "requires_action" && {
        action: "payments.cancel",
        button: "Cancel payment",
        look: "critical",
        question: "Cancel this payment?",
        about: (
          <p>
            The buyer can no longer pay {moneyLine(amount)} for {reference}. This can't be undone.
          </p>
        ),
      },
  ];
  return deeds.filter((deed) => deed !== false);
}

/** What can be done with the payment in its state; each asks once more. */
export function PaymentActions({ payment, rights }: { payment: PaymentDetail; rights: PaymentRights }) {
  const [asked, setAsked] = useState<Deed | null>(null);
  const deeds = deedsOf(payment, rights);
  return (
    <>
      {deeds.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {deeds.map((deed) => (
            <ActionButton key={deed.action} look={deed.look} onClick={() => setAsked(deed)}>
              {deed.button}
            </ActionButton>
          ))}
        </div>
      )}
      {asked !== null && <Confirmation deed={asked} paymentId={payment.id} onClose={() => setAsked(null)} />}
    </>
  );
}

function Confirmation({ deed, paymentId, onClose }: { deed: Deed; paymentId: string; onClose: () => void }) {
  const { mutate, isPending, error } = useRpcMutation(deed.action, ["payments.detail", "payments.statistics"]);
  return (
    <ConfirmDialog
      title={deed.question}
      confirmLabel={deed.button}
      {...(deed.action === "payments.cancel" ? { keepLabel: "Keep payment" } : {})}
      isDangerous={deed.look === "critical"}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ paymentId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {deed.about}
    </ConfirmDialog>
  );
}
