import type { TransactionReceipt } from "viem";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { type PaymentOption, routerPaymentOf } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";
import { moveAttempts } from "#lib/domain/payments/collection/repository.ts";
import { openPayout, recordForwarded } from "#lib/domain/payments/payouts/open-payout.ts";
import { insertTransfers, type NewTransfer } from "#lib/domain/payments/transfers/repository.ts";
import { log } from "#lib/log/log.ts";

/**
 * Records the outcome of a final collection transaction, in the caller's transaction. The payment succeeds when the receipt
 * holds the router's event with the option's commitment; it is settled by the same transaction, or its money is held by the
 * treasury. Otherwise it fails.
 */
export async function recordCollection(
  tx: Tx,
  attemptId: AttemptId,
  { receipt, nonce: txNonce }: Execution,
): Promise<void> {
  const option = await getOptionOfAttempt(tx, attemptId);
  const { paymentId, chainId, token, router, recipient, isHeld, amount, fee } = option;
  const payment = routerPaymentOf(option);
  const collected = receipt.status === "success" ? findCollectedLog(receipt.logs, option, payment) : null;
  const txHash = receipt.transactionHash;
  if (collected === null) {
    await rejectCollection(tx, attemptId, option, `${txHash} ended without the transfer`);
    return;
  }
  const now = clock.now();
  await insertTransfers(tx, transfersOf(option, receipt, collected.logIndex, now));
  await moveAttempts(tx, [attemptId], "final");
  const event = { type: "collected", attemptId, txHash, txNonce, amount } as const;
  const before = await applyPaymentEvent(tx, paymentId, event, now);
  const debt = { asset: toCaip19({ chainId, address: token }), amount: amount - fee, fee };
  if (isHeld) {
    await openPayout(tx, before, { ...debt, treasury: recipient }, now);
    return;
  }
  const destination = toCaip10({ chainId, address: recipient });
  await recordForwarded(tx, before, { ...debt, treasury: router }, destination, now);
  await applyPaymentEvent(tx, paymentId, { type: "settled", txHash }, now);
}

/** The transfers that one event of the router proves: from the buyer, and to each recipient of an amount. */
function transfersOf(option: PaymentOption, receipt: TransactionReceipt, logIndex: number, now: Date): NewTransfer[] {
  const { paymentId, chainId, token, router, buyer, recipient, feeRecipient, isHeld, amount, fee } = option;
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  const common = { paymentId, chainId, token, txHash, logIndex, blockNumber, blockHash, now };
  const forwarded = isHeld ? "held" : "settlement";
  return [
    { ...common, kind: "collection", sender: buyer, recipient: router, amount },
    { ...common, kind: forwarded, sender: router, recipient, amount: amount - fee },
    ...(fee > 0n ? [{ ...common, kind: "fee" as const, sender: router, recipient: feeRecipient, amount: fee }] : []),
  ];
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
