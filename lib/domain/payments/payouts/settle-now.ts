import type { Caip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { applyPaymentEvent, wrongState } from "#lib/domain/payments/apply-payment-event.ts";
import { type Payment, statusAt } from "#lib/domain/payments/payment.ts";
import { announcePending } from "#lib/domain/payments/payouts/announce-pending.ts";
import {
  findPayoutLocked,
  hasMovedMoney,
  openHeldOrFailed,
  type Payout,
} from "#lib/domain/payments/payouts/repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/** What is on its way now: to where, and the how manieth attempt that is, from 1. */
export type OrderedSettlement = { paymentId: PaymentId; attempt: number; destination: Caip10 };

/**
 * Has a succeeded payment settled now, because a person says so: one whose merchant had no destination when it
 * succeeded, or whose last attempt failed. It goes to the destination that is in force at this moment, which the payment's
 * history keeps (`settlement_ordered`). One that is about to be sent is sent at once, to where it was going; so of two
 * at the same moment the second changes nothing. Moves no money itself: the worker does.
 * @throws TillError `payment_not_found`; `invalid_state` with a sentence of its own for a payment that has not succeeded,
 * is settled, or has its settlement on the way, for a merchant without a destination, and for a failed attempt that moved
 * money all the same, after which another one would pay twice.
 */
export async function settleNow(tx: Tx, scope: PartnerScope, id: string): Promise<OrderedSettlement> {
  const payment = await readPayment(tx, scope, id);
  // Before the payment's own row: the order in which the end of a settlement locks the two.
  const payout = await findPayoutLocked(tx, payment.id);
  if (payout === null) throw refuse("There is no record of what was collected for it.");
  if (payout.state === "final") throw refuse("The payment is settled.");
  if (payout.state === "submitted") throw refuse("Its settlement is on its way.");
  if (payout.state === "pending" && payout.destination !== null) {
    announcePending(tx);
    return { paymentId: payment.id, attempt: payout.attempt, destination: payout.destination };
  }
  return order(tx, payment, payout);
}

async function order(tx: Tx, { id: paymentId, merchantId }: Payment, payout: Payout): Promise<OrderedSettlement> {
  if (await hasMovedMoney(tx, paymentId)) {
    throw refuse("Its last settlement moved money and delivered less than what is owed; another one would pay twice.");
  }
  const destination = await findDestination(tx, merchantId, payout.asset);
  if (destination === null) throw refuse("The merchant has no settlement for this asset. Add one first.");
  const attempt = payout.state === "failed" ? payout.attempt + 1 : payout.attempt;
  const now = clock.now();
  await openHeldOrFailed(tx, paymentId, { destination, attempt }, now);
  await applyPaymentEvent(tx, paymentId, { type: "settlement_ordered", attempt, destination }, now);
  announcePending(tx);
  return { paymentId, attempt, destination };
}

async function readPayment(tx: Tx, scope: PartnerScope, id: string): Promise<Payment> {
  const [payment] = isId("pay", id) ? await listPaymentsById(tx, [id]) : [];
  if (payment === undefined || !isInScope(scope, payment)) throw new TillError("payment_not_found");
  const status = statusAt(payment, clock.now());
  if (status !== "succeeded") throw wrongState(status);
  return payment;
}

function refuse(message: string): TillError {
  return new TillError("invalid_state", { message });
}
