import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { holdPayoutAgain, lockPayout, openHeldOrFailed, type Payout } from "#lib/domain/payments/payouts/repository.ts";
import { recordHeldRefundFailure } from "#lib/domain/payments/refunds/record-refund.ts";
import { draftRefund, type Refund } from "#lib/domain/payments/refunds/refund.ts";
import { leftToRefund } from "#lib/domain/payments/refunds/refundable.ts";
import { insertRefund, listRefunds } from "#lib/domain/payments/refunds/repository.ts";

/**
 * Opens a held payout, or one that failed for good, to pay a refund: to the buyer instead of the merchant.
 * The payout's row and the nonce of its authorization are the same for both, so the money leaves the treasury
 * once. The worker sends it. Call it in the transaction that inserts the refund, with the payout's and the
 * payment's rows locked in this order.
 * @throws Error of the database's trigger when the payout could pay twice, or isn't what the refund pays.
 */
export async function returnHeldMoney(tx: Tx, refund: Refund, now: Date): Promise<void> {
  const { id: refundId, paymentId, asset, amount, recipient: destination } = refund;
  const { state, attempt: last } = await lockPayout(tx, paymentId);
  const attempt = state === "failed" ? last + 1 : last;
  await openHeldOrFailed(tx, paymentId, { destination, attempt, refundId }, now);
  await applyPaymentEvent(tx, paymentId, { type: "refund_ordered", refundId, asset, amount, destination }, now);
  announcePendingPayout(tx);
}

/** True when other refunds leave all that the treasury holds of a payment. Call it with the payment's row locked. */
export async function isHeldUnclaimed(tx: Tx, payment: Payment, { amount }: Pick<Payout, "amount">): Promise<boolean> {
  if (payment.buyer === null || payment.result === null || payment.refundedAt !== null) return false;
  return amount <= leftToRefund(payment.result.amount, await listRefunds(tx, [payment.id]));
}

/**
 * Makes the refund that the chain shows was paid of what the treasury held, and opens its payout as {@link
 * returnHeldMoney} does. Call it with the payout's and the payment's rows locked.
 * @throws Error when the payment has no buyer, or of the database's trigger when other refunds leave less.
 */
export async function insertHeldRefund(
  tx: Tx,
  payment: Payment,
  { asset, amount }: Pick<Payout, "asset" | "amount">,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<Refund> {
  if (payment.buyer === null) throw new Error(`payment ${payment.id} has no buyer`);
  const terms = { mode: "request", isFromTreasury: true, storedState: "processing", asset, amount } as const;
  const refund = draftRefund(payment, { ...terms, recipient: payment.buyer.account, expiresAt: null }, now);
  await insertRefund(tx, refund, { createdBy, tokenHash: null });
  await returnHeldMoney(tx, refund, now);
  return refund;
}

/**
 * Ends a refund from the treasury that can't be paid and moved nothing: its payout is held again. Call it
 * with the payout's row locked.
 */
export async function releaseHeldMoney(
  tx: Tx,
  refund: { paymentId: PaymentId; refundId: RefundId },
  reason: string,
  now: Date,
): Promise<void> {
  await recordHeldRefundFailure(tx, refund, { reason, isRetried: false }, now);
  await holdPayoutAgain(tx, refund.paymentId, now);
}
