"use client";

import { type ReactNode, useState } from "react";
import { AddressLink } from "#components/dashboard/chain-links.tsx";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { RefundDialog } from "#components/dashboard/payments/detail/refund-dialog.tsx";
import { ActionButton, type ButtonLook } from "#components/ui/action-button.tsx";

/** The member's rights on payments. */
export type PaymentRights = { mayCancel: boolean; mayRefund: boolean; mayPayOut: boolean };

type PaymentAction = {
  mutation: "payments.cancel" | "payments.sendPayout" | "payments.acceptPayoutFee";
  /** Fields of the mutation besides the payment. */
  input?: { micros: string };
  button: string;
  look: ButtonLook;
  /** The title and the text of the confirmation. */
  title: string;
  about: ReactNode;
};

function actionsOf(payment: PaymentDetail, rights: PaymentRights): PaymentAction[] {
  const { status, payout, reference, amount } = payment;
  const hasFailed = payout?.state === "failed";
  const actions: (PaymentAction | false)[] = [
    rights.mayPayOut &&
      !!payout?.payoutTo && {
        mutation: "payments.sendPayout",
        button: hasFailed ? "Retry payout" : "Send payout",
        look: "primary",
        title: hasFailed ? "Retry the payout?" : "Send the payout now?",
        about: (
          <>
            <p>{payout.amount && moneyLine(payout.amount)} will be sent from the treasury to</p>
            <p>
              <AddressLink address={payout.payoutTo} hasNetwork />
            </p>
          </>
        ),
      },
    rights.mayPayOut &&
      !!payout?.fee && {
        mutation: "payments.acceptPayoutFee",
        input: { micros: payout.fee.micros },
        button: "Send payout anyway",
        look: "primary",
        title: "Send the payout at this network fee?",
        about: (
          <p>
            Sending {payout.amount && moneyLine(payout.amount)} costs up to {moneyLine(payout.fee.money)} in network
            fees now. It counts toward the day's budget for network fees. Without this, Till sends the payout once the
            fee is lower.
          </p>
        ),
      },
    rights.mayCancel &&
      status === "requires_action" && {
        mutation: "payments.cancel",
        button: "Cancel payment",
        look: "critical",
        title: "Cancel this payment?",
        about: (
          <p>
            The buyer can no longer pay {moneyLine(amount)} for <bdi>{reference}</bdi>. This can't be undone.
          </p>
        ),
      },
  ];
  return actions.filter((action) => action !== false);
}

/** The actions available for the payment, each behind a dialog. */
export function PaymentActions({ payment, rights }: { payment: PaymentDetail; rights: PaymentRights }) {
  const [confirming, setConfirming] = useState<PaymentAction | null>(null);
  // The dialog keeps showing its link when nothing else is left to refund.
  const [refunding, setRefunding] = useState<PaymentDetail["refundable"]>(null);
  const actions = actionsOf(payment, rights);
  const refundable = rights.mayRefund ? payment.refundable : null;
  return (
    <>
      {(actions.length > 0 || refundable !== null) && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton key={action.mutation} look={action.look} onClick={() => setConfirming(action)}>
              {action.button}
            </ActionButton>
          ))}
          {refundable !== null && <ActionButton onClick={() => setRefunding(refundable)}>Refund</ActionButton>}
        </div>
      )}
      {confirming !== null && (
        <Confirmation action={confirming} paymentId={payment.id} onClose={() => setConfirming(null)} />
      )}
      {refunding !== null && (
        <RefundDialog paymentId={payment.id} refundable={refunding} onClose={() => setRefunding(null)} />
      )}
    </>
  );
}

function Confirmation({
  action,
  paymentId,
  onClose,
}: {
  action: PaymentAction;
  paymentId: string;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useRpcMutation(action.mutation, ["payments.detail", "payments.statistics"]);
  return (
    <ConfirmDialog
      title={action.title}
      confirmLabel={action.button}
      {...(action.mutation === "payments.cancel" ? { keepLabel: "Keep payment" } : {})}
      isDangerous={action.look === "critical"}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ paymentId, ...action.input }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {action.about}
    </ConfirmDialog>
  );
}
