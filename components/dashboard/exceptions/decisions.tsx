"use client";

import { type ReactNode, useState } from "react";
import { ConfirmDecision } from "#components/dashboard/exceptions/confirm-decision.tsx";
import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { KeepMoney } from "#components/dashboard/exceptions/keep-money.tsx";
import { RecordRefund } from "#components/dashboard/exceptions/record-refund.tsx";
import { moneyLine } from "#components/dashboard/format-money.ts";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { RefundDialog } from "#components/dashboard/payments/detail/refund-dialog.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";

type Dialog = "accept" | "forward" | "keep" | "refund" | "request";
type Choice = { dialog: Dialog; button: string; about: ReactNode };

/** The decisions that a member can take about an exception, each with its consequences and behind a dialog. */
export function Decisions({ exception, payment }: { exception: Exception; payment: PaymentDetail }) {
  // Holds what the member saw when opening the dialog, which a refetch behind it must not replace.
  const [open, setOpen] = useState<{ dialog: Dialog; exception: Exception; payment: PaymentDetail } | null>(null);
  const choices = choicesOf(exception, payment);
  const close = () => setOpen(null);
  return (
    <>
      {choices.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {choices.map(({ dialog, button, about }) => (
            <li
              key={dialog}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 last:pb-0 sm:flex-nowrap"
            >
              <p className="min-w-0 max-w-prose basis-full text-pretty text-ink-muted sm:basis-auto">{about}</p>
              <ActionButton className="shrink-0" onClick={() => setOpen({ dialog, exception, payment })}>
                {button}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {open !== null && <DecisionDialog {...open} onClose={close} />}
    </>
  );
}

type DecisionDialogProps = { dialog: Dialog; exception: Exception; payment: PaymentDetail; onClose: () => void };

function DecisionDialog({ dialog, exception, payment, onClose }: DecisionDialogProps) {
  switch (dialog) {
    case "accept":
    case "forward":
      return <ConfirmDecision action={dialog} exception={exception} onClose={onClose} />;
    case "keep":
      return <KeepMoney exception={exception} onClose={onClose} />;
    case "refund":
      return <RecordRefund exception={exception} onClose={onClose} />;
    case "request":
      return payment.refundable === null ? null : (
        <RefundDialog
          paymentId={payment.id}
          refundable={payment.refundable}
          amount={exception.money}
          onClose={onClose}
        />
      );
  }
}

function choicesOf(exception: Exception, payment: PaymentDetail): Choice[] {
  const { actions, money, fee, kind, state } = exception;
  const choices: (Choice | false)[] = [
    canRequest(exception, payment) && {
      dialog: "request",
      button: "Request refund",
      about: `The merchant's wallet signs a refund of ${moneyLine(money)}, and Till pays the network fee. Once the buyer has it, the exception ends.`,
    },
    actions.includes("accept") && {
      dialog: "accept",
      button: "Accept",
      about: `The payment succeeds with ${moneyLine(money)}, and the fee of ${moneyLine(fee)} is charged.`,
    },
    actions.includes("forward") && {
      dialog: "forward",
      button: "Forward",
      about:
        "The merchant's wallet gets it without a fee, to keep or to return to the buyer. Nothing else happens to the payment.",
    },
    actions.includes("refund") && {
      dialog: "refund",
      button: "Record refund",
      about: "Pay the buyer from the merchant's wallet yourself, then enter the transaction.",
    },
    actions.includes("keep") && {
      dialog: "keep",
      button: kind === "other_chain" && state === "open" ? "Leave it" : "Keep",
      about:
        kind === "other_chain" && state === "open"
          ? "The exception ends with your reason. The money stays at the address."
          : "The merchant keeps the money, and the exception ends with your reason.",
    },
  ];
  return choices.filter((choice) => choice !== false);
}

/** True when a refund of the payment can return what was too much. */
function canRequest({ kind, state, money }: Exception, { refundable }: PaymentDetail): boolean {
  if (kind !== "overpaid" || state !== "forwarded" || refundable === null) return false;
  return refundable.obstacle === null && BigInt(money.value) <= BigInt(refundable.left.value);
}
