import { closeOutflows } from "#lib/chain/relay/limits/outflow.ts";
import { moveTransactions } from "#lib/chain/relay/repository.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { queueOf } from "#lib/domain/payments/payouts/parties.ts";
import { endPayouts, hasMovedMoney, type Payout } from "#lib/domain/payments/payouts/repository.ts";

/**
 * Ends a payout to the merchant that was never signed, so that its money can be spent another way. It isn't tried again.
 * @param payout locked by the caller.
 * @param unsentId the payout's transaction without a nonce, which the caller has locked before; null for none.
 * @returns false, having changed nothing, when the payout has been sent, has moved money, or goes to a buyer.
 */
export async function withdrawPayout(
  tx: Tx,
  payout: Payout,
  { unsentId, reason, now }: { unsentId: bigint | null; reason: string; now: Date },
): Promise<boolean> {
  const { paymentId, attempt, destination, state, refundId } = payout;
  if (refundId !== null) return false;
  if (state === "failed") return !(await hasMovedMoney(tx, paymentId));
  if (state !== "pending" && (state !== "submitted" || unsentId === null)) return false;
  if (unsentId !== null) {
    await moveTransactions(tx, [unsentId], ["queued"], "refused");
    await closeOutflows(tx, queueOf(payout), [{ transactionId: unsentId, coin: 0n, hasMoved: false }]);
  }
  await endPayouts(tx, [paymentId], { failed: reason, retryAt: null }, now);
  await applyPaymentEvent(tx, paymentId, { type: "settlement_failed", attempt, reason, destination }, now);
  return true;
}
