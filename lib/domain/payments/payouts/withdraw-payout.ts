import { closeOutflows } from "#lib/chain/relay/limits/outflow.ts";
import { moveTransactions } from "#lib/chain/relay/repository.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { queueOf } from "#lib/domain/payments/payouts/parties.ts";
import {
  endPayouts,
  findPayoutLocked,
  hasMovedMoney,
  listReplaced,
  type Payout,
} from "#lib/domain/payments/payouts/repository.ts";

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

const replacedReason = "The settlement destination was changed or removed while the payout waited.";

/**
 * Ends a chain's payouts that waited while the merchant's destination became another one, or none: a person
 * decides where their money goes. A refund's goes to the buyer all the same. Call it before their marks are
 * taken, which tell that they waited.
 * @throws Error when one can't be ended; send none then.
 */
export async function endReplacedPayouts(chainId: number): Promise<void> {
  for (const paymentId of await listReplaced(database, chainId)) {
    await inTransaction(async (tx) => {
      const payout = await findPayoutLocked(tx, paymentId);
      if (payout?.state === "pending") {
        await withdrawPayout(tx, payout, { unsentId: null, reason: replacedReason, now: clock.now() });
      }
    });
  }
}
