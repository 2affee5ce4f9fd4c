import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { deleteExpiredSubmissions } from "#lib/domain/payments/buyer-data/repository.ts";

const batchSize = 1_000;

/**
 * Deletes what buyers said once its 180 days are over, in batches of 1,000 until none is left. Nobody depends on its
 * being prompt: an old submission counts for nothing already.
 */
export async function deleteOldSubmissions(): Promise<void> {
  while ((await deleteExpiredSubmissions(database, clock.now(), batchSize)) === batchSize);
}
