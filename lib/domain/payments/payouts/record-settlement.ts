import type { TransactionReceipt } from "viem";
import { findTransfer, measureDeparture } from "#lib/chain/transfers.ts";
import { clock } from "#lib/core/clock.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { endPayout, lockPayout, type Payout } from "#lib/domain/payments/payouts/repository.ts";
import { partiesOf } from "#lib/domain/payments/payouts/settle-payments.ts";
import { insertTransfer } from "#lib/domain/payments/transfers/repository.ts";
import { log } from "#lib/log/log.ts";

type PayoutAttempt = Pick<Payout, "paymentId" | "attempt">;

/**
 * Says what a final settlement transaction means: settled when the receipt holds the token's Transfer log from
 * treasury to destination of at least the amount; otherwise the payout has failed, which is reported and not tried
 * again blindly. The payment stays succeeded either way. What has left the treasury is on record in both cases; after a
 * failure that moved money there is no further attempt.
 */
export async function recordSettlement(tx: Tx, settled: PayoutAttempt, receipt: TransactionReceipt): Promise<void> {
  const payout = await lockCurrent(tx, settled);
  if (payout === null) return;
  const { chainId, token, recipient } = partiesOf(payout);
  const { paymentId, treasury } = payout;
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  const logs = receipt.status === "success" ? receipt.logs : [];
  const seen = findTransfer(logs, { token, from: treasury, to: recipient, atLeast: payout.amount });
  // A treasury that settles to itself loses nothing by it.
  const left = measureDeparture(logs, { token, from: treasury }) ?? seen;
  const now = clock.now();
  if (left !== null) {
    await insertTransfer(tx, {
      ...{ paymentId, kind: "settlement", chainId, token, txHash, ...left },
      ...{ blockNumber, blockHash, sender: treasury, recipient, now },
    });
  }
  if (seen === null) {
    const what = left === null ? "ended without the transfer" : `took ${left.amount} and did not deliver what is owed`;
    await fail(tx, payout, `${txHash} ${what}`);
    return;
  }
  await endPayout(tx, paymentId, "final", now);
  await applyPaymentEvent(tx, paymentId, { type: "settled", txHash }, now);
}

/** The settlement can't be sent or reverted; the money is still in the treasury. */
export async function failSettlement(tx: Tx, failed: PayoutAttempt, reason: string): Promise<void> {
  const payout = await lockCurrent(tx, failed);
  if (payout !== null) await fail(tx, payout, reason);
}

async function fail(tx: Tx, { paymentId, attempt }: Payout, reason: string): Promise<void> {
  log().error({ alarm: "settlement_failed", paymentId, attempt, reason }, "a settlement failed");
  const now = clock.now();
  await endPayout(tx, paymentId, { failed: reason }, now);
  await applyPaymentEvent(tx, paymentId, { type: "settlement_failed", attempt, reason }, now);
}

/** The payout, if it is this attempt that it waits for: it always is, since a next one is made after the last has ended. */
async function lockCurrent(tx: Tx, { paymentId, attempt }: PayoutAttempt): Promise<Payout | null> {
  const payout = await lockPayout(tx, paymentId);
  if (payout.state === "submitted" && payout.attempt === attempt) return payout;
  const { state, attempt: current } = payout;
  log().error({ alarm: "settlement_unexpected", paymentId, attempt, state, current }, "a settlement nobody waits for");
  return null;
}
