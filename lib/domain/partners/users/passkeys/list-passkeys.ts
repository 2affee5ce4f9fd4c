import { database } from "#lib/db/pool.ts";
import { maxPasskeys } from "#lib/domain/partners/users/passkeys/add-passkey.ts";
import { findRelyingParty } from "#lib/domain/partners/users/passkeys/relying-party.ts";
import { type PasskeyRow, selectPasskeys } from "#lib/domain/partners/users/passkeys/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * A member's passkeys. `isOffered` is false where passkeys don't work; `max` is the largest number of them.
 */
export type PasskeyList = { isOffered: boolean; max: number; passkeys: readonly PasskeyRow[] };

/** Lists a member's passkeys, oldest first. */
export async function listPasskeys({ userId }: Member): Promise<PasskeyList> {
  const passkeys = await selectPasskeys(database, userId);
  return { isOffered: findRelyingParty() !== null, max: maxPasskeys, passkeys };
}
