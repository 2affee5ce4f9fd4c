import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";

const select = statement<FetchedLogo>({
  name: "logo-by-hash",
  text: `SELECT media_type AS "mediaType", bytes, width, height FROM logo WHERE sha256 = $1`,
});

/** Finds a stored logo by its hash; null when there is none, or when `hash` isn't a SHA-256 in lower-case hex. */
export async function findLogo(hash: string): Promise<FetchedLogo | null> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const [logo] = await database.rows(select, [hash]);
  return logo ?? null;
}
