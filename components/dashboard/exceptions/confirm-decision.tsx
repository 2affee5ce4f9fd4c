"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByDecision, type Exception } from "#components/dashboard/exceptions/exception.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import { Money } from "#components/dashboard/money.tsx";

type ConfirmDecisionProps = { action: "accept" | "forward"; exception: Exception; onClose: () => void };

/** Confirms that what is at the address is collected for the payment, or sent to the merchant's wallet. */
export function ConfirmDecision({ action, exception, onClose }: ConfirmDecisionProps) {
  const { id, money, recipient } = exception;
  const { mutate, isPending, error } = useRpcMutation("exceptions.decide", changedByDecision);
  const isAccept = action === "accept";
  return (
    <ConfirmDialog
      title={isAccept ? `Accept ${moneyLine(money)}?` : `Forward ${moneyLine(money)}?`}
      confirmLabel={isAccept ? "Accept" : "Forward"}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ exceptionId: id, action }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <dl className="space-y-3 rounded-xl bg-sunken p-4 text-sm">
        <div>
          <dt className="text-ink-muted">Amount</dt>
          <dd className="font-medium">
            <Money money={money} hasNetwork />
          </dd>
        </div>
        <div>
          <dt className="text-ink-muted">To the merchant's wallet</dt>
          <dd className="font-mono break-all">{recipient.id}</dd>
        </div>
      </dl>
      {isAccept ? <AcceptWords exception={exception} /> : <ForwardWords />}
    </ConfirmDialog>
  );
}

function AcceptWords({ exception: { fee, payment } }: { exception: Exception }) {
  return (
    <>
      <p>
        The payment <bdi className="wrap-anywhere">{payment.reference}</bdi> succeeds with this amount, although it has
        ended otherwise. Your server gets the event <code className="font-mono text-[0.9em]">payment.succeeded</code>.
      </p>
      <p>The fee of {moneyLine(fee)} is charged. This can't be undone.</p>
    </>
  );
}

function ForwardWords() {
  return (
    <>
      <p>
        Till sends it without a fee, and pays the network fee. Nothing else happens to the payment: the buyer isn't
        notified, and its status stays.
      </p>
      <p>Then refund the buyer from that wallet, or keep the money with a reason. This can't be undone.</p>
    </>
  );
}
