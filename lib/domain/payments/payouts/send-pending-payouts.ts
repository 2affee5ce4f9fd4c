import { listSendingWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { ownWallets } from "#lib/chain/signers/wallet-signers.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { database } from "#lib/db/pool.ts";
import { listPending, listPendingPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

const perPass = 512;
const perCommit = 64;

/**
 * Sends a chain's pending payouts of the treasuries whose keys this process has and that the operator hasn't paused, the oldest first and up to 64 in one commit. A
 * payout that can't be sent raises an alarm, delays no other, and is retried at the next call. One chain at a time, because a
 * chain that doesn't answer must not delay the payouts of others. Concurrent calls are harmless (see sendPayouts).
 */
export async function sendPendingPayouts(chainId: number): Promise<void> {
  const treasuries = await listSendingWallets(database, chainId, ownWallets());
  const waiting: Caip19[] = [];
  for (;;) {
    const pending = await listPendingPayouts(database, { chainId, treasuries, exceptAssets: waiting }, perPass);
    for (let start = 0; start < pending.length; start += perCommit) {
      await runBatchWithFallback(pending.slice(start, start + perCommit), sendPayouts, reportUnsent);
    }
    if (pending.length < perPass) return;
    // Payouts that wait for an outflow limit must not take the place of other tokens' payouts in every pass.
    const left = new Set((await listPending(database, pending)).map(({ asset }) => asset));
    if (left.size === 0) return;
    waiting.push(...left);
  }
}

function reportUnsent(paymentId: PaymentId, error: unknown): void {
  raiseAlarm("payout_not_sent", paymentId, { err: error, paymentId }, "a payout could not be sent");
}
