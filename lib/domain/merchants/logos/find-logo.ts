import { database } from "#lib/db/pool.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import { selectLogo } from "#lib/domain/merchants/logos/repository.ts";

/** Our copy of a logo by its hash; null when there is none, or the hash is none. */
export async function findLogo(hash: string): Promise<FetchedLogo | null> {
  return /^[0-9a-f]{64}$/.test(hash) ? selectLogo(database, hash) : null;
}
