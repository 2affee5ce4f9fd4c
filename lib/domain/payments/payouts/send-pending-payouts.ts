import { listSendingWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { ownWallets } from "#lib/chain/signers/wallet-signers.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { database } from "#lib/db/pool.ts";
import { findPayoutCost } from "#lib/domain/payments/payouts/payout-gas.ts";
import { listPending, listPendingPayouts, markGasWaits } from "#lib/domain/payments/payouts/repository.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";
import { endReplacedPayouts } from "#lib/domain/payments/payouts/withdraw-payout.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

const perPass = 512;
const perCommit = 64;

/**
 * Sends a chain's pending payouts of the treasuries whose keys this process has and that the operator hasn't
 * paused, the oldest first and up to 64 in one commit. A payout that can't be sent raises an alarm, delays no
 * other, and is retried at the next call. One chain at a time, because a chain that doesn't answer must not
 * delay the payouts of others. Concurrent calls are harmless (see sendPayouts).
 */
export async function sendPendingPayouts(chainId: number): Promise<void> {
  const treasuries = await listSendingWallets(database, chainId, ownWallets());
  await endReplacedPayouts(chainId);
  const costs = await findPayoutCost(chainId);
  if (costs !== null) await markGasWaits(database, costs);
  const exceptAssets: Caip19[] = [];
  const exceptPartners: PartnerId[] = [];
  for (;;) {
    const of = { chainId, treasuries, exceptAssets, exceptPartners };
    const pending = await listPendingPayouts(database, of, perPass);
    for (let start = 0; start < pending.length; start += perCommit) {
      await runBatchWithFallback(pending.slice(start, start + perCommit), sendPayouts, reportUnsent);
    }
    if (pending.length < perPass) return;
    // Payouts that wait must not take the place of others in every pass: for a gas budget, that of other
    // partners' payouts; for an outflow limit, that of other tokens'. Those that wait for cheaper gas are no
    // longer listed.
    const left = await listPending(database, pending);
    if (left.length === 0) return;
    const forBudget = left.filter(({ waitsFor }) => waitsFor === "gas_budget");
    exceptPartners.push(...new Set(forBudget.map(({ partnerId }) => partnerId)));
    const others = left.filter(({ waitsFor }) => waitsFor === null);
    exceptAssets.push(...new Set(others.map(({ asset }) => asset)));
  }
}

function reportUnsent(paymentId: PaymentId, error: unknown): void {
  raiseAlarm("payout_not_sent", paymentId, { err: error, paymentId }, "a payout could not be sent");
}
