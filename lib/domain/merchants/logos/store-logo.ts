import { createHash } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";

const insert = {
  name: "logo-insert",
  text: `INSERT INTO logo (sha256, media_type, bytes, width, height, created_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (sha256) DO NOTHING`,
};

/**
 * Stores a logo. Identical files share one row.
 * @returns its SHA-256 in hexadecimal, for the merchant's `logo_hash` and for `logoUrl`.
 */
export async function storeLogo(tx: Tx, { mediaType, bytes, width, height }: FetchedLogo): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  await tx.rows(insert, [hash, mediaType, bytes, width, height, clock.now()]);
  return hash;
}
