import { isAddressEqual, type TransactionReceipt } from "viem";
import { measureOrdered } from "#lib/chain/transfers.ts";
import { clock } from "#lib/core/clock.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { partiesOf } from "#lib/domain/payments/payouts/parties.ts";
import { payoutNonce } from "#lib/domain/payments/payouts/payout-nonce.ts";
import { endPayouts, lockPayout, type Payout } from "#lib/domain/payments/payouts/repository.ts";
import { retryTime } from "#lib/domain/payments/payouts/retries/retry-time.ts";
import { recordHeldRefundFailure, recordRefundSuccess } from "#lib/domain/payments/refunds/record-refund.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/** One transfer of a payout: the payment and the attempt number, from 1. */
type PayoutAttempt = Pick<Payout, "paymentId" | "attempt">;

/**
 * Records the outcome of a final payout transaction: settled when the receipt holds the token's Transfer log
 * from treasury to destination of at least the amount, failed otherwise. A payout of a refund pays the buyer:
 * the refund succeeds or fails with it, and the payment isn't settled. A failure raises an alarm and is
 * retried later (retryFailedPayouts). The payment stays succeeded either way. Any amount that left the
 * treasury for this payout is recorded in both cases, with the recipient that the log names, and a failure
 * that moved money rules out further attempts.
 */
export async function recordPayout(tx: Tx, ended: PayoutAttempt, receipt: TransactionReceipt): Promise<void> {
  const payout = await lockCurrent(tx, ended);
  if (payout === null) return;
  const { chainId, token, recipient: to } = partiesOf(payout);
  const { paymentId, treasury, refundId, amount } = payout;
  const { transactionHash: txHash, blockNumber } = receipt;
  const logs = receipt.status === "success" ? receipt.logs : [];
  const left = measureOrdered(logs, { token, from: treasury, to, amount, nonce: payoutNonce(paymentId) });
  const now = clock.now();
  if (left === null) return fail(tx, payout, `${txHash} ended without the transfer`, true);
  const { isDelivered, ...seen } = left;
  const kind = refundId === null ? "settlement" : "refund";
  await insertTransfers(tx, [
    { paymentId, refundId, kind, chainId, token, txHash, ...seen, blockNumber, sender: treasury, now },
  ]);
  if (!isDelivered) {
    const where = isAddressEqual(seen.recipient, to)
      ? "delivered less than is owed"
      : `went to ${seen.recipient}, not to ${to}`;
    return fail(tx, payout, `${txHash} took ${seen.amount} and ${where}`, false);
  }
  await endPayouts(tx, [paymentId], "final", now);
  if (refundId !== null) await recordRefundSuccess(tx, { paymentId, refundId }, txHash, now);
  else await applyPaymentEvent(tx, paymentId, { type: "settled", txHash }, now);
}

/** Records that a payout can't be sent or has reverted; the money is still in the treasury, and it is retried later. */
export async function failPayout(tx: Tx, failed: PayoutAttempt, reason: string): Promise<void> {
  const payout = await lockCurrent(tx, failed);
  if (payout !== null) await fail(tx, payout, reason, true);
}

/**
 * Records that a pending payout would be refused, so that it isn't queued; it is retried later. Skips one
 * that was changed meanwhile.
 */
export async function failUnsent(tx: Tx, refused: PayoutAttempt, reason: string): Promise<void> {
  const payout = await lockPayout(tx, refused.paymentId);
  if (payout.state === "pending" && payout.attempt === refused.attempt) await fail(tx, payout, reason, true);
}

/**
 * Ends an attempt whose authorization expired before it was sent, as while the gas price was above its
 * ceiling. That is no failure: no alarm is raised, and the payout is tried again at once.
 */
export async function renewPayout(tx: Tx, expired: PayoutAttempt): Promise<void> {
  const payout = await lockCurrent(tx, expired);
  if (payout === null) return;
  const now = clock.now();
  await endPayouts(
    tx,
    [payout.paymentId],
    { failed: "its authorization expired before it was sent", retryAt: now },
    now,
  );
}

async function fail(tx: Tx, payout: Payout, reason: string, isRetried: boolean): Promise<void> {
  const { paymentId, attempt, refundId, destination } = payout;
  await recordAlarm(tx, "payout_failed", paymentId, { paymentId, attempt, refundId, reason }, "a payout failed");
  const now = clock.now();
  await endPayouts(tx, [paymentId], { failed: reason, retryAt: isRetried ? retryTime(now, attempt, now) : null }, now);
  if (refundId !== null) await recordHeldRefundFailure(tx, { paymentId, refundId }, { reason, isRetried }, now);
  else await applyPaymentEvent(tx, paymentId, { type: "settlement_failed", attempt, reason, destination }, now);
}

/**
 * Locks the payout if this is its current attempt. It always should be, because an attempt starts only after the previous
 * one has ended; anything else raises an alarm.
 */
async function lockCurrent(tx: Tx, { paymentId, attempt }: PayoutAttempt): Promise<Payout | null> {
  const payout = await lockPayout(tx, paymentId);
  if (payout.state === "submitted" && payout.attempt === attempt) return payout;
  const { state, attempt: current } = payout;
  const facts = { paymentId, attempt, state, current };
  await recordAlarm(tx, "payout_unexpected", paymentId, facts, "an unexpected payout ended");
  return null;
}
