import { clock } from "#lib/core/clock.ts";
import { deleteRequestsBefore } from "#lib/domain/platform/request-log/repository.ts";
import { keptSince } from "#lib/domain/platform/request-log/retention.ts";

const batchSize = 5_000;

/** Deletes what is older than 7 days, in batches of 5,000 until none is left; nobody is shown it before either. */
export async function deleteOldRequests(): Promise<void> {
  while ((await deleteRequestsBefore(keptSince(clock.now()), batchSize)) === batchSize);
}
