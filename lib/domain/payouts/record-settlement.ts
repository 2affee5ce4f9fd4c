import type { TransactionReceipt } from "viem";
import { findTransfer } from "#lib/chain/transfers.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { lockPayout, movePayout } from "#lib/domain/payouts/repository.ts";
import { partiesOf } from "#lib/domain/payouts/settle-payment.ts";
import { insertTransfer } from "#lib/domain/transfers/repository.ts";
import { log } from "#lib/log/log.ts";

/**
 * Says what a final settlement transaction means: settled when the receipt holds the token's Transfer log from
 * treasury to destination of at least the amount; otherwise the payout has failed, which is reported and not tried
 * again blindly. The payment stays succeeded either way.
 */
export async function recordSettlement(tx: Tx, paymentId: PaymentId, receipt: TransactionReceipt): Promise<void> {
  const payout = await lockPayout(tx, paymentId);
  const { chainId, token, recipient } = partiesOf(payout);
  const expected = { token, from: payout.treasury, to: recipient, atLeast: payout.amount };
  const seen = receipt.status === "success" ? findTransfer(receipt.logs, expected) : null;
  if (seen === null) {
    await failSettlement(tx, paymentId, `${receipt.transactionHash} ended without the transfer`);
    return;
  }
  const now = clock.now();
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  await insertTransfer(tx, {
    ...{ paymentId, kind: "settlement", chainId, token, txHash, ...seen },
    ...{ blockNumber, blockHash, sender: payout.treasury, recipient, now },
  });
  await movePayout(tx, paymentId, "final", now);
  await applyPaymentEvent(tx, paymentId, { type: "settled", txHash }, now);
}

/** The settlement can't be sent or reverted; the money is still in the treasury. */
export async function failSettlement(tx: Tx, paymentId: PaymentId, reason: string): Promise<void> {
  log().error({ alarm: "settlement_failed", paymentId, reason }, "a settlement failed");
  await movePayout(tx, paymentId, "failed", clock.now());
}
