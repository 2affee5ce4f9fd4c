import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { type Refund, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";
import { findRefund, lockRefund, setRefundState } from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";

/**
 * Cancels a requested refund, so that its link no longer works and its amount can be refunded another way.
 * Safe to repeat. When the merchant's wallet signs at the same time, the first to lock the payment's row
 * wins.
 * @throws TillError `not_found` when the scope has no such refund; `invalid_state` for one that is processing or has ended.
 */
export async function cancelRefund(scope: PartnerScope, id: string): Promise<Refund> {
  const found = await findOwnRefund(scope, id);
  const cancelled = await inTransaction((tx) => cancelRequested(tx, found));
  return cancelled ?? { ...found, storedState: "cancelled" };
}

/** Returns a refund of the scope. @throws TillError `not_found`. */
export async function findOwnRefund(scope: PartnerScope, id: string): Promise<Refund> {
  const found = isId("rfd", id) ? await findRefund(database, id) : null;
  if (found === null || !isInScope(scope, found)) throw refundNotFound();
  return found;
}

/**
 * Cancels a refund, and locks its payment's row and its own until the end of the transaction.
 * @returns null if it was cancelled before.
 * @throws TillError `invalid_state` for one that is processing or has ended otherwise.
 */
export async function cancelRequested(tx: Tx, { id, paymentId }: Refund): Promise<Refund | null> {
  await lockPayment(tx, paymentId);
  const refund = await lockRefund(tx, id);
  if (refund === null) throw refundNotFound();
  if (refund.storedState === "cancelled") return null;
  const now = clock.now();
  const state = refundStateAt(refund, now);
  if (state !== "requested") {
    const message = `The refund's status is ${state}, so it can't be cancelled. Only a requested refund can be.`;
    throw new TillError("invalid_state", { message });
  }
  await setRefundState(tx, id, { state: "cancelled" }, now);
  await applyPaymentEvent(tx, paymentId, { type: "refund_cancelled", refundId: id }, now);
  return { ...refund, storedState: "cancelled", updatedAt: now };
}

/** Makes the error for a refund that doesn't exist or belongs to someone else. */
function refundNotFound(): TillError {
  return new TillError("not_found", { message: "Refund not found. Check its id." });
}
