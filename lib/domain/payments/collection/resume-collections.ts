import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { listAwaitingIds } from "#lib/domain/payments/collection/repository.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";

const batchSize = 500;

/**
 * Has every collection that waits looked at again. The job queue keeps a job of a killed worker locked for hours; a new
 * one takes its key over. Doing it twice is harmless (see advanceCollection).
 * @param olderThanMs leaves out what was confirmed more recently, whose job is surely under way.
 */
export async function resumeCollections(olderThanMs: number): Promise<void> {
  const before = new Date(clock.now().getTime() - olderThanMs);
  for (const id of await listAwaitingIds(database, before, batchSize)) await wakeCollection(database, id);
}
