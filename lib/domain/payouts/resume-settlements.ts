import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { listPendingPayouts } from "#lib/domain/payouts/repository.ts";
import { settlePayment } from "#lib/domain/payouts/settle-payment.ts";
import { log } from "#lib/log/log.ts";

const batchSize = 500;

/**
 * Sends payouts that should have been sent by now. The job queue keeps a job of a killed worker locked for hours;
 * this does not wait for it. Doing it twice is harmless (see settlePayment). One that can't be sent holds up no other;
 * it is tried again at the next call.
 * @param olderThanMs leaves out what was opened more recently, whose job is surely under way.
 */
export async function resumeSettlements(olderThanMs: number): Promise<void> {
  const before = new Date(clock.now().getTime() - olderThanMs);
  for (const paymentId of await listPendingPayouts(database, before, batchSize)) {
    await settlePayment(paymentId).catch((error: unknown) => {
      log().error({ err: error, paymentId, alarm: "settlement_not_sent" }, "a settlement could not be sent");
    });
  }
}
