import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { ownWallets } from "#lib/chain/relay/wallets/wallet-keys.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { database } from "#lib/db/pool.ts";
import { listPendingPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";

const perPass = 512;
const perCommit = 64;

/**
 * Sends a chain's pending payouts of the treasuries whose keys this process has, the oldest first and up to 64 in one commit. A
 * payout that can't be sent raises an alarm, delays no other, and is retried at the next call. One chain at a time, because a
 * chain that doesn't answer must not delay the payouts of others. Concurrent calls are harmless (see sendPayouts).
 */
export async function sendPendingPayouts(chainId: number): Promise<void> {
  const pending = await listPendingPayouts(database, chainId, ownWallets(), perPass);
  for (let start = 0; start < pending.length; start += perCommit) {
    await runBatchWithFallback(pending.slice(start, start + perCommit), sendPayouts, reportUnsent);
  }
}

function reportUnsent(paymentId: PaymentId, error: unknown): void {
  raiseAlarm("payout_not_sent", paymentId, { err: error, paymentId }, "a payout could not be sent");
}
