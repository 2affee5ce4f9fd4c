import { clock } from "#lib/core/clock.ts";
import type { ApiKeyId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** An API key that its partner could revoke. */
export type UnusedKey = { id: ApiKeyId; name: string; hint: string; createdAt: Date; lastUsedAt: Date | null };

const dayMs = 24 * 3_600_000;
/** A key that was used before, but not for this long, has probably been forgotten. */
const unusedDays = 60;
/** A new key gets this long to be deployed before it counts as unused. */
const graceDays = 7;

const select = statement<UnusedKey>({
  name: "api-keys-unused",
  text: `SELECT id, name, hint, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM api_key
    WHERE partner_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $4)
      AND (last_used_at < $2 OR (last_used_at IS NULL AND created_at < $3))
    ORDER BY coalesce(last_used_at, created_at), id LIMIT $5`,
});

/** Lists valid keys that weren't used for 60 days, or never in the 7 days since they were created; longest unused first. */
export function listUnusedKeys({ partnerId }: PartnerScope, limit: number): Promise<UnusedKey[]> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  return database.rows(select, [partnerId, daysAgo(unusedDays), daysAgo(graceDays), now, limit]);
}
