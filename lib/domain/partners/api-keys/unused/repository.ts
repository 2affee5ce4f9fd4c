import type { ApiKeyId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** A key that could be revoked. */
export type UnusedKey = { id: ApiKeyId; name: string; hint: string; createdAt: Date; lastUsedAt: Date | null };

const select = {
  name: "api-keys-unused",
  text: `SELECT id, name, hint, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM api_key
    WHERE partner_id = $1 AND revoked_at IS NULL
      AND (last_used_at < $2 OR (last_used_at IS NULL AND created_at < $3))
    ORDER BY coalesce(last_used_at, created_at), id LIMIT $4`,
};

/** Keys that were not used since one time, and those never used that are older than another; the longest first. */
export function selectUnusedKeys(
  on: Queryable,
  { partnerId }: PartnerScope,
  since: Date,
  neverBefore: Date,
  limit: number,
): Promise<UnusedKey[]> {
  return on.rows<UnusedKey>(select, [partnerId, since, neverBefore, limit]);
}
