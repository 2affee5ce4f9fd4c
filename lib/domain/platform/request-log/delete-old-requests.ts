import { clock } from "#lib/core/clock.ts";
import { deleteRequestsBefore } from "#lib/domain/platform/request-log/repository.ts";
import { keptSince } from "#lib/domain/platform/request-log/retention.ts";

const batchSize = 5_000;

/** Deletes entries older than 7 days in batches of 5,000. Lists leave them out even before that. */
export async function deleteOldRequests(): Promise<void> {
  while ((await deleteRequestsBefore(keptSince(clock.now()), batchSize)) === batchSize);
}
