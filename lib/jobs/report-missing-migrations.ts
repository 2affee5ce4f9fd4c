import { setTimeout as pause } from "node:timers/promises";
import { findSchemaProblem } from "#lib/domain/platform/health/database-health.ts";
import { log } from "#lib/log/log.ts";

const reportEveryMs = 60_000;
const retryAfterMs = 5_000;

/**
 * Logs which migrations are missing, each minute until none is or the signal aborts. Work that fails without
 * them logs only the table or column that it didn't find. A database that can't be reached is asked again.
 */
export async function reportMissingMigrations(signal: AbortSignal, everyMs = reportEveryMs): Promise<void> {
  while (!signal.aborted) {
    const problem = await findSchemaProblem().catch(() => undefined);
    if (problem === null) return;
    if (problem !== undefined) log().error(problem);
    await pause(problem === undefined ? retryAfterMs : everyMs, undefined, { signal }).catch(() => undefined);
  }
}
