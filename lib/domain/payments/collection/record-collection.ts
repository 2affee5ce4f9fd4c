import type { TransactionReceipt } from "viem";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent, applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import { type PaymentOption, routerPaymentOf } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";
import { moveAttempts } from "#lib/domain/payments/collection/repository.ts";
import { openPayout, recordForwarded } from "#lib/domain/payments/payouts/open-payout.ts";
import { insertTransfers, type NewTransfer } from "#lib/domain/payments/transfers/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
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
  const { transactionHash: txHash } = receipt;
  const collected =
    receipt.status === "success" ? findCollectedLog(receipt.logs, option, routerPaymentOf(option)) : null;
  if (collected === null) {
    await rejectCollection(tx, attemptId, option, `${txHash} ended without the transfer`);
    return;
  }
  await moveAttempts(tx, [attemptId], "final");
  const event = { type: "collected", attemptId, txHash, txNonce, amount: option.amount } as const;
  await recordCollected(tx, option, { receipt, logIndex: collected.logIndex }, event);
}

/**
 * Records what a router's event proves: the transfers, the payment's success by this event, and its payout, which the router
 * has made already unless the treasury holds the money.
 */
export async function recordCollected(
  tx: Tx,
  option: PaymentOption,
  { receipt, logIndex }: { receipt: TransactionReceipt; logIndex: number },
  event: Extract<PaymentEvent, { type: "collected" | "recovered" }>,
): Promise<void> {
  const { paymentId, chainId, token, router, recipient, isHeld, amount, fee } = option;
  const now = clock.now();
  await insertTransfers(tx, transfersOf(option, receipt, logIndex, now));
  const debt = { asset: toCaip19({ chainId, address: token }), amount: amount - fee, fee };
  if (isHeld) {
    const payment = await applyPaymentEvent(tx, paymentId, event, now);
    await openPayout(tx, payment, { ...debt, treasury: recipient }, now);
    return;
  }
  const settled = { type: "settled", txHash: event.txHash } as const;
  const payment = await applyPaymentEvents(tx, paymentId, [event, settled], now);
  await recordForwarded(tx, payment, { ...debt, treasury: router }, toCaip10({ chainId, address: recipient }), now);
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
