import type { AttemptId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** Has an attempt's collection looked at again, now or later. There is one such job an attempt, and it may be lost. */
export function wakeCollection(on: Queryable, attemptId: AttemptId, delayMs = 0): Promise<void> {
  return enqueue(on, "advance_collection", { attemptId }, `advance:${attemptId}`, delayMs);
}
