import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { listAwaitingIds } from "#lib/domain/payments/collection/repository.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";

const batchSize = 500;

/**
 * Queues a check of every waiting collection. The job queue keeps the job of a killed worker locked for hours; a new job
 * takes over its key. Repeating it is harmless (see advanceCollection).
 * @param olderThanMs skips attempts confirmed more recently than this, whose jobs are still running.
 */
export async function resumeCollections(olderThanMs: number): Promise<void> {
  const before = new Date(clock.now().getTime() - olderThanMs);
  for (const id of await listAwaitingIds(database, before, batchSize)) await wakeCollection(database, id);
}
