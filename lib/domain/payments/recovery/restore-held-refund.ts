import { lockUnsentPayout } from "#lib/chain/relay/repository.ts";
import type { Actor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { insertHeldRefund, isHeldUnclaimed } from "#lib/domain/payments/payouts/held/return-held-money.ts";
import { findPayoutLocked } from "#lib/domain/payments/payouts/repository.ts";
import { withdrawPayout } from "#lib/domain/payments/payouts/withdraw-payout.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/** The author of the changes of a recovery, which begins its transactions on behalf of it. */
export const recoveryActor: Actor = { kind: "operator", id: null, name: "recovery" };

const withdrawn = "the chain shows that the treasury had paid the buyer back before the database was restored";

/**
 * Makes a refund from the treasury again that a restored database has lost, after the chain has shown that
 * its buyer was paid. Its payout becomes pending, and the relay finds the transfer when it is about to send
 * it; so the merchant can't be paid as well.
 * @param isProven true when the transfer can't have been anything else: then a payout that was ordered to the merchant since the
 * restore, and for which nothing was signed, is withdrawn.
 * @returns false, having changed nothing, when the payout isn't held any longer and can't be withdrawn, or
 * other refunds leave less than it.
 */
export async function restoreHeldRefund(
  tx: Tx,
  paymentId: PaymentId,
  { isProven }: { isProven: boolean },
): Promise<boolean> {
  // The relay's row before the payout's, in the order in which the relay ends its transactions.
  const unsentId = isProven ? await lockUnsentPayout(tx, paymentId) : null;
  const payout = await findPayoutLocked(tx, paymentId);
  const payment = await lockPayment(tx, paymentId);
  if (payout === null || payment === null || !(await isHeldUnclaimed(tx, payment, payout))) return false;
  const now = clock.now();
  const { state: from } = payout;
  const isReady =
    from === "held" || (isProven && (await withdrawPayout(tx, payout, { unsentId, reason: withdrawn, now })));
  if (!isReady) return false;
  const refund = await insertHeldRefund(tx, payment, payout, { createdBy: "operator:recovery", now });
  const facts = { paymentId, refundId: refund.id, from };
  const message = "a refund was paid from the treasury on chain, but isn't in the database";
  await recordAlarm(tx, "refund_recovered", refund.id, facts, message);
  return true;
}
