import { isSimulated } from "#lib/chain/chains.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { listOldOpen } from "#lib/domain/payments/collection/repository.ts";
import { endOtherAlarms, magnitudesOf, raiseAlarm } from "#lib/log/alarm.ts";

/** Longer than a signature is valid, and than finality takes on the slowest chain after that. */
const oldAfterMs = 20 * 60_000;

/** Raises an alarm for each chain where payments have been in processing for longer than any should be; changes nothing. */
export async function reportOldPayments(): Promise<void> {
  const now = clock.now().getTime();
  const all = await listOldOpen(database, new Date(now - oldAfterMs));
  // A test payment is in processing for as long as its integrator wants.
  const old = all.filter(({ chainId }) => !isSimulated(chainId));
  for (const { chainId, paymentId, confirmedAt, count } of old) {
    const facts = { chainId, count, paymentId, ageSeconds: Math.round((now - confirmedAt.getTime()) / 1_000) };
    const message = "payments have been in processing for too long";
    raiseAlarm("processing_age", String(chainId), facts, message, magnitudesOf(count));
  }
  const isOld = (chain: string) => old.some(({ chainId }) => String(chainId) === chain);
  endOtherAlarms("processing_age", isOld, "no payment has been in processing for too long");
}
