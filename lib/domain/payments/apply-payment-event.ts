import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordPaymentChange } from "#lib/domain/partners/audit/record-payment-change.ts";
import { isFinal, type Payment, type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { type PaymentEvent, transition } from "#lib/domain/payments/transition.ts";
import { appendEvent, type PaymentChange, updatePayment } from "#lib/domain/payments/update-payment.ts";

/**
 * Applies one event to one payment: the only writer of a payment's status (DESIGN, "One writer"). Locks the row,
 * asks the state machine, writes the new version and appends the event, all in the caller's transaction; those who
 * wait for the payment are woken after the commit.
 * @param at when it happens. Left out, it is the moment at which the row was locked: for events that an expiry stands
 * against, since time passes while others hold the row.
 * @returns the payment as it was before the event, read under the lock.
 * @throws TillError `payment_not_found`; `payment_expired` or `invalid_state` when the event does not apply.
 */
export async function applyPaymentEvent(tx: Tx, id: PaymentId, event: PaymentEvent, at?: Date): Promise<Payment> {
  const payment = await lockPayment(tx, id);
  const now = at ?? clock.now();
  if (payment === null) throw new TillError("payment_not_found");
  const status = transition(payment, event.type, now);
  if (status === "refused") throw refusal(payment, now);
  const { type, ...data } = event;
  const version = await updatePayment(tx, payment, status, changeOf(event), now);
  await appendEvent(tx, id, version, type, stringify(data), now);
  await recordPaymentChange(tx, { id, partnerId: payment.partnerId, verb: type });
  tx.afterCommit(() => signals().announce("till_payment", id));
  return payment;
}

/** The error for a request that a payment's state does not allow. */
export function refusal(payment: Payment, now: Date): TillError {
  const status = statusAt(payment, now);
  return status === "expired" ? new TillError("payment_expired") : wrongState(status);
}

/** The same for operations to which an expired payment is like any other that has ended. */
export function wrongState(status: PaymentStatus): TillError {
  const tense = isFinal(status) ? "has ended as" : "is";
  return new TillError("invalid_state", { message: `The payment ${tense} ${status}.` });
}

function changeOf(event: PaymentEvent): PaymentChange {
  switch (event.type) {
    case "confirmed":
      return {
        buyerAccount: event.buyerAccount,
        buyerAppId: event.appId,
        tokenAsset: event.asset,
        tokenAmount: event.amount,
        tokenFee: event.fee,
      };
    case "collected":
      return { txHash: event.txHash, txNonce: event.txNonce };
    case "declined":
      return { failureCode: "declined_user", buyerAccount: event.account, buyerAppId: event.appId };
    case "cancelled":
      return { cancelledReason: event.reason };
    case "refunded":
      return { isRefunded: true };
    case "settled":
      return { settlementTxHash: event.txHash };
    case "collection_failed":
    case "expired":
    case "settlement_failed":
    case "settlement_ordered":
      return {};
  }
}

function stringify(data: object): string {
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}
