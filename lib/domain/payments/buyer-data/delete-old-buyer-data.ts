import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { deleteExpiredBuyerData } from "#lib/domain/payments/buyer-data/repository.ts";

const batchSize = 1_000;

/**
 * Deletes every submission whose 180 days are over, in batches of 1,000. A late run does no harm: reads ignore expired
 * submissions.
 */
export async function deleteOldBuyerData(): Promise<void> {
  while ((await deleteExpiredBuyerData(database, clock.now(), batchSize)) === batchSize);
}
