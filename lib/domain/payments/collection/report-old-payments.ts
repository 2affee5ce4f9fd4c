import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { findOldestOpen } from "#lib/domain/payments/collection/repository.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/** Longer than a signature is valid, and than finality takes on the slowest chain after that. */
const oldAfterMs = 20 * 60_000;

/** Raises an alarm while a payment has been in processing for longer than any should be; changes nothing. */
export async function reportOldPayments(): Promise<void> {
  const oldest = await findOldestOpen(database);
  const ageMs = oldest === null ? 0 : clock.now().getTime() - oldest.confirmedAt.getTime();
  if (oldest === null || ageMs < oldAfterMs) {
    endAlarm("processing_age", "all", {}, "no payment has been in processing for too long");
    return;
  }
  const facts = { paymentId: oldest.paymentId, ageSeconds: Math.round(ageMs / 1_000) };
  raiseAlarm("processing_age", "all", facts, "a payment has been in processing for too long");
}
