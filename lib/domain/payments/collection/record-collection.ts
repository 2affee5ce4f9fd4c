import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { measureArrival } from "#lib/chain/transfers.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";
import { moveAttempts } from "#lib/domain/payments/collection/repository.ts";
import { openPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { insertTransfer } from "#lib/domain/payments/transfers/repository.ts";
import { log } from "#lib/log/log.ts";

/**
 * Records the outcome of a final collection transaction: the payment succeeds when the token's Transfer logs show that at
 * least the amount moved from the buyer to the treasury and stayed there, and fails otherwise. A success opens the payout,
 * all in the caller's transaction. A smaller amount is recorded too and raises an alarm: it belongs to the buyer, and the
 * operator has to return it.
 */
export async function recordCollection(
  tx: Tx,
  attemptId: AttemptId,
  { receipt, nonce: txNonce }: Execution,
): Promise<void> {
  const option = await getOptionOfAttempt(tx, attemptId);
  const { paymentId, chainId, token, buyer, treasury, amount } = option;
  const parties = { token, from: buyer, to: treasury };
  const arrived = receipt.status === "success" ? measureArrival(receipt.logs, parties) : null;
  const now = clock.now();
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  if (arrived !== null) {
    await insertTransfer(tx, {
      paymentId,
      kind: "collection",
      chainId,
      token,
      txHash,
      ...arrived,
      blockNumber,
      blockHash,
      sender: buyer,
      recipient: treasury,
      now,
    });
  }
  if (arrived === null || arrived.amount < amount) {
    if (arrived !== null) reportShort(option, txHash, arrived.amount);
    await rejectCollection(tx, attemptId, option, `${txHash} ended without the transfer`);
    return;
  }
  await moveAttempts(tx, [attemptId], "final");
  const event = { type: "collected", attemptId, txHash, txNonce, amount: arrived.amount } as const;
  const payment = await applyPaymentEvent(tx, paymentId, event, now);
  const asset = toCaip19({ chainId, address: token });
  await openPayout(tx, payment, { asset, treasury, amount: amount - option.fee, fee: option.fee }, now);
}

function reportShort({ paymentId, amount }: PaymentOption, txHash: string, arrived: bigint): void {
  const facts = { alarm: "collected_short", paymentId, txHash, arrived: String(arrived), amount: String(amount) };
  log().error(facts, "a token delivered less than the amount; the payment failed and the money is in the treasury");
}

/** Rejects the attempt and fails the payment of a collection that failed or can't be sent. */
export async function rejectCollection(
  tx: Tx,
  attemptId: AttemptId,
  option: Pick<PaymentOption, "paymentId">,
  reason: string,
): Promise<void> {
  log().warn({ attemptId, paymentId: option.paymentId, reason }, "a collection failed");
  await moveAttempts(tx, [attemptId], "rejected", reason);
  await applyPaymentEvent(tx, option.paymentId, { type: "collection_failed", attemptId, reason }, clock.now());
}
