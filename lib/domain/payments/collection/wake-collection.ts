import type { AttemptId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** Queues a check of an attempt's collection, now or later. An attempt has at most one such job, which may be lost. */
export function wakeCollection(on: Queryable, attemptId: AttemptId, delayMs = 0): Promise<void> {
  return enqueue(on, "advance_collection", { attemptId }, `advance:${attemptId}`, delayMs);
}
