import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { deleteExpiredBuyerData } from "#lib/domain/payments/buyer-data/repository.ts";
import { deleteExpiredReceiptRequests } from "#lib/domain/payments/receipts/repository.ts";

const batchSize = 1_000;

/**
 * Deletes every submission whose 180 days are over, and every email address for a receipt after 30 days, in batches of 1,000. A
 * late run does no harm: reads ignore expired submissions.
 */
export async function deleteOldBuyerData(): Promise<void> {
  while ((await deleteExpiredBuyerData(database, clock.now(), batchSize)) === batchSize);
  while ((await deleteExpiredReceiptRequests(database, clock.now(), batchSize)) === batchSize);
}
