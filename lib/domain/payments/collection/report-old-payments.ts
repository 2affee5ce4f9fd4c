import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { findOldestOpen } from "#lib/domain/payments/collection/repository.ts";
import { log } from "#lib/log/log.ts";

/** Longer than a signature is valid, and than finality takes on the slowest chain after that. */
const oldAfterMs = 20 * 60_000;

/** Raises an alarm while a payment has been in processing for longer than any should be; changes nothing. */
export async function reportOldPayments(): Promise<void> {
  const oldest = await findOldestOpen(database);
  if (oldest === null) return;
  const ageSeconds = Math.round((clock.now().getTime() - oldest.confirmedAt.getTime()) / 1_000);
  if (ageSeconds * 1_000 < oldAfterMs) return;
  const facts = { alarm: "processing_age", paymentId: oldest.paymentId, ageSeconds };
  log().error(facts, "a payment has been in processing for too long");
}
