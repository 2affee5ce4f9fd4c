import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { database } from "#lib/db/pool.ts";
import { listPendingPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { settlePayments } from "#lib/domain/payments/payouts/settle-payments.ts";

const perPass = 512;
const perCommit = 64;

/**
 * Sends the payouts that are pending, the oldest first and many in one commit. One that can't be sent is reported, holds up
 * no other, and is tried again at the next call. Doing it twice is harmless (see settlePayments).
 */
export async function settlePending(): Promise<void> {
  const pending = await listPendingPayouts(database, perPass);
  for (let start = 0; start < pending.length; start += perCommit) {
    await runBatchWithFallback(pending.slice(start, start + perCommit), settlePayments, reportUnsent);
  }
}

function reportUnsent(paymentId: PaymentId, error: unknown): void {
  raiseAlarm("settlement_not_sent", paymentId, { err: error, paymentId }, "a settlement could not be sent");
}
