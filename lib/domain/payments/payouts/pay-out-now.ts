import { isActiveWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { type Caip10, chainIdOf } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { applyPaymentEvent, wrongState } from "#lib/domain/payments/apply-payment-event.ts";
import { type Payment, statusAt } from "#lib/domain/payments/payment.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import {
  findPayoutLocked,
  hasMovedMoney,
  openHeldOrFailed,
  type Payout,
} from "#lib/domain/payments/payouts/repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/** A payout that is now pending: its destination and its attempt number, from 1. */
export type RequestedPayout = { paymentId: PaymentId; attempt: number; destination: Caip10 };

/**
 * Requests the payout of a succeeded payment that is held for lack of a destination, or whose last attempt failed. It goes
 * to the merchant's current destination, which the payment's history records (`settlement_ordered`). A payout that is
 * already pending keeps its destination and is only sent sooner, so the second of two concurrent requests changes nothing.
 * Moves no money itself: the worker does.
 * @throws TillError `payment_not_found`; `invalid_state` with a message of its own for a payment that has not
 * succeeded, is settled, has its payout on the way, or whose money goes back to the buyer, for a merchant
 * without a destination, and after a failed attempt that moved money, because another one would pay twice.
 */
export async function payOutNow(tx: Tx, scope: PartnerScope, id: string): Promise<RequestedPayout> {
  const payment = await readPayment(tx, scope, id);
  // The payout's row before the payment's, in the order in which recordPayout locks them.
  const payout = await findPayoutLocked(tx, payment.id);
  if (payout === null) throw refuse("This payment can't be paid out: the amount collected for it is not on record.");
  if (payout.refundId !== null) throw refundRefusal(payout);
  if (payout.state === "final") throw refuse("The payment is already settled. There is nothing left to pay out.");
  if (payout.state === "submitted") throw refuse("The payout is on its way. Wait until it has settled or failed.");
  if (payout.state === "pending" && payout.destination !== null) {
    announcePendingPayout(tx);
    return { paymentId: payment.id, attempt: payout.attempt, destination: payout.destination };
  }
  return request(tx, payment, payout);
}

async function request(tx: Tx, { id: paymentId, merchantId }: Payment, payout: Payout): Promise<RequestedPayout> {
  if (await hasMovedMoney(tx, paymentId)) {
    throw refuse(
      "The last payout moved money but delivered less than is owed. Another one would pay twice: check its transaction.",
    );
  }
  if (!(await isActiveWallet(tx, chainIdOf(payout.asset), payout.treasury))) {
    throw refuse(
      `The money is in the treasury ${payout.treasury}, whose key this installation doesn't have. Its owner has to send it.`,
    );
  }
  const destination = await findDestination(tx, merchantId, payout.asset);
  if (destination === null) {
    throw refuse("The merchant has no settlement destination for this asset. Add one, then try again.");
  }
  const attempt = payout.state === "failed" ? payout.attempt + 1 : payout.attempt;
  const now = clock.now();
  await openHeldOrFailed(tx, paymentId, { destination, attempt, refundId: null }, now);
  await applyPaymentEvent(tx, paymentId, { type: "settlement_ordered", attempt, destination }, now);
  announcePendingPayout(tx);
  return { paymentId, attempt, destination };
}

async function readPayment(tx: Tx, scope: PartnerScope, id: string): Promise<Payment> {
  const [payment] = isId("pay", id) ? await listPaymentsById(tx, [id]) : [];
  if (payment === undefined || !isInScope(scope, payment)) throw new TillError("payment_not_found");
  const status = statusAt(payment, clock.now());
  if (status !== "succeeded") throw wrongState(status);
  return payment;
}

function refundRefusal({ state, retryAt }: Payout): TillError {
  if (state === "final")
    return refuse("The payment's money was returned to the buyer. There is nothing left to pay out.");
  if (state === "failed" && retryAt === null) {
    return refuse("A refund moved the payment's money but delivered less than its amount: check its transaction.");
  }
  return refuse("The payment's money is being returned to the buyer. Wait until the refund has succeeded or failed.");
}

function refuse(message: string): TillError {
  return new TillError("invalid_state", { message });
}
