import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { selectUnusedKeys, type UnusedKey } from "#lib/domain/partners/api-keys/unused/repository.ts";

const dayMs = 24 * 3_600_000;
/** A key that nobody has used for so long is likely to be forgotten. */
const unusedDays = 60;
/** One that was never used may still be on its way into somebody's configuration. */
const graceDays = 7;

/** Valid keys that were not used for 60 days, or in the week since they were made: at most `limit`, the longest unused first. */
export function listUnusedKeys(scope: PartnerScope, limit: number): Promise<UnusedKey[]> {
  const now = clock.now().getTime();
  const before = (days: number) => new Date(now - days * dayMs);
  return selectUnusedKeys(database, scope, before(unusedDays), before(graceDays), limit);
}
