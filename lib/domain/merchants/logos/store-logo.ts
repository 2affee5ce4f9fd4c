import { createHash } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import { countLogo } from "#lib/domain/partners/limits/require-room.ts";

const insert = statement<{ isNew: boolean }>({
  name: "logo-insert",
  text: `INSERT INTO logo (sha256, media_type, bytes, width, height, created_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (sha256) DO UPDATE SET unused_since = NULL RETURNING xmax = 0 AS "isNew"`,
});

/**
 * Stores a logo of a partner. Identical files share one row, which stays locked until the transaction ends:
 * one that isn't used yet can't be deleted meanwhile.
 * @throws TillError `rate_limited` when the partner has added as many logos today as it may.
 * @returns its SHA-256 in hexadecimal, for the merchant's `logo_hash` and for `logoUrl`.
 */
export async function storeLogo(
  tx: Tx,
  { partnerId }: PartnerScope,
  { mediaType, bytes, width, height }: FetchedLogo,
): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const [row] = await tx.rows(insert, [hash, mediaType, bytes, width, height, clock.now()]);
  if (row?.isNew) await countLogo(tx, partnerId);
  return hash;
}
