import type { Queryable } from "#lib/db/pool.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";

const insert = {
  name: "logo-insert",
  text: `INSERT INTO logo (sha256, media_type, bytes, width, height, created_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (sha256) DO NOTHING`,
};

/** Writes a logo under its hash; one that is there already stays as it is. */
export async function insertLogo(tx: Queryable, hash: string, logo: FetchedLogo, createdAt: Date): Promise<void> {
  const { mediaType, bytes, width, height } = logo;
  await tx.rows(insert, [hash, mediaType, bytes, width, height, createdAt]);
}

const select = {
  name: "logo-by-hash",
  text: `SELECT media_type AS "mediaType", bytes, width, height FROM logo WHERE sha256 = $1`,
};

/** The logo with that hash, or null. */
export async function selectLogo(on: Queryable, hash: string): Promise<FetchedLogo | null> {
  const [logo] = await on.rows<FetchedLogo>(select, [hash]);
  return logo ?? null;
}
