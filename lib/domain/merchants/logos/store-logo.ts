import { createHash } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import { insertLogo } from "#lib/domain/merchants/logos/repository.ts";

/**
 * Keeps a logo as our copy. The same file is kept once, whoever uses it.
 * @returns its hash: SHA-256 in hexadecimal, for the merchant's `logo_hash` and for `logoUrl`.
 */
export async function storeLogo(tx: Tx, logo: FetchedLogo): Promise<string> {
  const hash = createHash("sha256").update(logo.bytes).digest("hex");
  await insertLogo(tx, hash, logo, clock.now());
  return hash;
}
