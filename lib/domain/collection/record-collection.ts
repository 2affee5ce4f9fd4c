import type { TransactionReceipt } from "viem";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { findTransfer } from "#lib/chain/transfers.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { PaymentOption } from "#lib/domain/collection/option.ts";
import { getOptionOfAttempt, moveAttempts } from "#lib/domain/collection/repository.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { openPayout } from "#lib/domain/payouts/open-payout.ts";
import { insertTransfer } from "#lib/domain/transfers/repository.ts";
import { log } from "#lib/log/log.ts";

/**
 * Says what a final collection transaction means for its payment: succeeded when the receipt holds the token's own
 * Transfer log from buyer to treasury of at least the amount, failed otherwise. With the success the settlement is
 * opened, all in the caller's transaction.
 */
export async function recordCollection(
  tx: Tx,
  attemptId: AttemptId,
  transaction: RelayTransaction,
  receipt: TransactionReceipt,
): Promise<void> {
  const option = await getOptionOfAttempt(tx, attemptId);
  const { token, buyer, treasury, amount } = option;
  const expected = { token, from: buyer, to: treasury, atLeast: amount };
  const seen = receipt.status === "success" ? findTransfer(receipt.logs, expected) : null;
  if (seen === null) {
    await rejectCollection(tx, attemptId, option, `${receipt.transactionHash} ended without the transfer`);
    return;
  }
  const now = clock.now();
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  await insertTransfer(tx, {
    ...{ paymentId: option.paymentId, kind: "collection", chainId: option.chainId, token, txHash, ...seen },
    ...{ blockNumber, blockHash, sender: buyer, recipient: treasury, now },
  });
  await moveAttempts(tx, [attemptId], "final");
  const txNonce = transaction.nonce ?? 0n;
  const event = { type: "collected", attemptId, txHash, txNonce, amount: seen.amount } as const;
  const payment = await applyPaymentEvent(tx, option.paymentId, event, now);
  const asset = toCaip19({ chainId: option.chainId, address: token });
  await openPayout(tx, payment, { asset, treasury, amount: amount - option.fee, fee: option.fee }, now);
}

/** The collection can't happen or did not: the attempt is rejected and the payment failed. */
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
