import { rotateRequestLog } from "#lib/domain/platform/request-log/repository.ts";

/**
 * Drops the days of the request log that lists no longer show, and prepares the next two weeks, by the database's clock: a worker whose
 * own is wrong would drop too much.
 * @throws the database's error when the log is locked for half a second; the next run does it.
 */
export async function keepRequestLog(): Promise<void> {
  await rotateRequestLog(null);
}
