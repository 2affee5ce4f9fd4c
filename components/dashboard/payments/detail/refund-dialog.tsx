"use client";

import { type ReactNode, useState } from "react";
import { AddressLink } from "#components/dashboard/chain-links.tsx";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { formatFigure, moneyLine } from "#components/dashboard/format-money.ts";
import { Money } from "#components/dashboard/money.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { RefundAccountField, useRefundAccount } from "#components/dashboard/payments/detail/refund-account-field.tsx";
import { shownAmount, typedAmount } from "#components/dashboard/payments/detail/refund-amount.ts";
import { type NewRefundLink, RefundLink } from "#components/dashboard/payments/detail/refund-link.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

type Refundable = NonNullable<PaymentDetail["refundable"]>;
type Mode = "request" | "mark";

const obstacles: Readonly<Record<NonNullable<Refundable["obstacle"]>, string>> = {
  unrecorded: "Not possible: Till has no record of where the money is.",
  under_way: "The payout to the merchant is under way. This is possible once it has arrived.",
  other_treasury: "Not possible: the money is in a treasury that Till has no key for. Its owner has to return it.",
  has_moved: "Not possible: a transfer delivered less than the amount owed. Another one would pay twice.",
  returned: "Not possible: the money goes back to the buyer with another refund.",
  claimed: "Not possible: the treasury can only return everything it holds, which is more than what's left to refund.",
};

const aboutRequest = {
  wallet:
    "Creates a link, valid for 7 days. The wallet's owner signs there, and the buyer is paid. Till pays the network fee of the transfer.",
  treasury:
    "The treasury holds the money, because the merchant had no settlement destination. It pays the account that the buyer paid with, and the merchant receives nothing. Fees aren't returned.",
} as const;

const changed = ["payments.detail", "payments.list", "payments.statistics", "exceptions.list"] as const;

type RefundDialogProps = {
  paymentId: string;
  refundable: Refundable;
  /** Requests a refund of exactly this amount of the token, which can't be changed. */
  amount?: ShownMoney;
  onClose: () => void;
};

/** Refunds a payment in full or in part, then shows the link for the merchant's wallet if it was requested there. */
export function RefundDialog({ paymentId, refundable, amount, onClose }: RefundDialogProps) {
  const [link, setLink] = useState<NewRefundLink | null>(null);
  const [isReturning, setReturning] = useState(false);
  if (link !== null) return <RefundLink link={link} onClose={onClose} />;
  if (isReturning && refundable.fromTreasury !== null) {
    const held = refundable.fromTreasury;
    const returned = shownAmount(refundable, held.amount);
    return (
      <ReturnHeldMoney paymentId={paymentId} held={held} returned={returned} onRequested={setLink} onClose={onClose} />
    );
  }
  return (
    <Modal title="Refund payment" onClose={onClose}>
      <RefundForm
        paymentId={paymentId}
        refundable={refundable}
        {...(amount === undefined ? {} : { amount })}
        onRequested={setLink}
        onReturn={() => setReturning(true)}
        onClose={onClose}
      />
    </Modal>
  );
}

type ReturnProps = {
  paymentId: string;
  held: NonNullable<Refundable["fromTreasury"]>;
  returned: ReturnType<typeof shownAmount>;
  onRequested: (link: NewRefundLink) => void;
  onClose: () => void;
};

function ReturnHeldMoney({ paymentId, held: { amount, to }, returned, onRequested, onClose }: ReturnProps) {
  const { mutate, isPending, error } = useRpcMutation("payments.refund", changed);
  const keyFor = useIdempotencyKey();
  const request = { paymentId, mode: "request", amount: returned } as const;
  return (
    <ConfirmDialog
      title="Return the money to the buyer?"
      confirmLabel={`Return ${moneyLine(amount)}`}
      isBusy={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { key: keyFor(request), ...request },
          {
            // The merchant was paid meanwhile, so that its wallet has to sign.
            onSuccess: ({ url, expiresAt, ...refund }) =>
              url === null || expiresAt === null ? onClose() : onRequested({ url, expiresAt, amount: refund.amount }),
          },
        )
      }
      onClose={onClose}
    >
      <p>{moneyLine(amount)} will be sent from the treasury to the account that paid</p>
      <p>
        <AddressLink address={to} hasNetwork />
      </p>
      <p>The merchant won't receive this money. This can't be undone.</p>
    </ConfirmDialog>
  );
}

type RefundFormProps = RefundDialogProps & { onRequested: (link: NewRefundLink) => void; onReturn: () => void };

function RefundForm({ paymentId, refundable, amount: fixed, onRequested, onReturn, onClose }: RefundFormProps) {
  const { left, leftInUnit, obstacle, fromTreasury, toAccount } = refundable;
  const all = formatFigure(leftInUnit).replaceAll(",", "");
  const [mode, setMode] = useState<Mode>(obstacle === null ? "request" : "mark");
  const account = useRefundAccount(toAccount);
  const { mutate, isPending, error } = useRpcMutation("payments.refund", changed);
  const keyFor = useIdempotencyKey();
  const isReturn = mode === "request" && fromTreasury !== null;
  const request = isReturn ? "Continue" : "Create refund link";
  const submit = (form: FormData) => {
    if (isReturn) return onReturn();
    const to = mode === "request" ? account.read() : {};
    if (to === null) return;
    const value = String(form.get("amount")).trim();
    const amount = fixed === undefined ? typedAmount(refundable, value, all) : shownAmount(refundable, fixed);
    const refund = { paymentId, mode, amount, ...to };
    mutate(
      { key: keyFor(refund), ...refund },
      {
        // A refund that an earlier try has requested comes without its link: the payment's page replaces it.
        onSuccess: ({ url, amount, expiresAt }) =>
          url === null || expiresAt === null ? onClose() : onRequested({ url, amount, expiresAt }),
      },
    );
  };
  const amountError = error?.issueOf("amount.value") ?? error?.issueOf("amount");
  const accountError = error?.issueOf("refundAddress");
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      {error !== null && amountError === undefined && accountError === undefined && <Problem>{error.message}</Problem>}
      {fixed !== undefined && (
        <p className="text-pretty">
          The buyer receives <Money money={fixed} hasNetwork className="font-medium" />.
        </p>
      )}
      {isReturn ? (
        <p className="text-pretty">
          The buyer receives <Money money={fromTreasury.amount} hasNetwork className="font-medium" />: everything the
          treasury holds for this payment, net of fees.
        </p>
      ) : (
        fixed === undefined && (
          <TextField
            label={`Amount in ${leftInUnit.symbol}`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={all}
            className="tabular-nums"
            hint={
              leftInUnit.symbol === left.symbol
                ? `${moneyLine(left)} is left to refund.`
                : `${moneyLine(leftInUnit)} is left to refund, which is ${moneyLine(left)}.`
            }
            error={amountError}
          />
        )
      )}
      {mode === "request" && toAccount !== null && (
        <RefundAccountField account={account} toAccount={toAccount} issue={accountError} />
      )}
      {fixed === undefined && (
        <fieldset className="space-y-2">
          <legend className="mb-1.5 text-sm font-medium">How is the buyer paid?</legend>
          <Choice
            value="request"
            chosen={mode}
            onChoose={setMode}
            isDisabled={obstacle !== null}
            title={fromTreasury === null ? "Ask the merchant's wallet to pay" : "Return it from the treasury"}
          >
            {obstacle === null ? aboutRequest[fromTreasury === null ? "wallet" : "treasury"] : obstacles[obstacle]}
          </Choice>
          <Choice value="mark" chosen={mode} onChoose={setMode} title="Mark as refunded">
            Records money that you returned another way. <strong>This doesn't send any money</strong>, and it can't be
            undone.
          </Choice>
        </fieldset>
      )}
      <FormButtons onCancel={onClose} isBusy={isPending}>
        {mode === "mark" ? "Mark as refunded" : request}
      </FormButtons>
    </Form>
  );
}

type ChoiceProps = {
  value: Mode;
  chosen: Mode;
  onChoose: (mode: Mode) => void;
  isDisabled?: boolean;
  title: string;
  children: ReactNode;
};

function Choice({ value, chosen, onChoose, isDisabled = false, title, children }: ChoiceProps) {
  return (
    <label
      className={`flex items-start gap-3 rounded-lg border px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${value === chosen ? "border-accent bg-accent-wash" : "border-line"} ${isDisabled ? "" : "cursor-pointer hover:border-line-strong"}`}
    >
      <input
        type="radio"
        name="mode"
        value={value}
        checked={value === chosen}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
        className="mt-1 accent-accent"
      />
      <span className="space-y-0.5">
        <span className={`block font-medium ${isDisabled ? "text-ink-muted" : ""}`}>{title}</span>
        <span className="block text-pretty text-ink-muted">{children}</span>
      </span>
    </label>
  );
}
