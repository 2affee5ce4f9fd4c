import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { listPendingPayouts } from "#lib/domain/payouts/repository.ts";
import { settlePayment } from "#lib/domain/payouts/settle-payment.ts";

const batchSize = 500;

/**
 * Sends payouts that should have been sent by now. The job queue keeps a job of a killed worker locked for hours;
 * this does not wait for it. Doing it twice is harmless (see settlePayment).
 * @param olderThanMs leaves out what was opened more recently, whose job is surely under way.
 */
export async function resumeSettlements(olderThanMs: number): Promise<void> {
  const before = new Date(clock.now().getTime() - olderThanMs);
  for (const paymentId of await listPendingPayouts(database, before, batchSize)) await settlePayment(paymentId);
}
