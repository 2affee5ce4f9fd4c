import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockUser } from "#lib/domain/partners/users/lock-user.ts";
import { emailPasskeyChange } from "#lib/domain/partners/users/passkeys/email-passkey-change.ts";
import { deletePasskey, updatePasskeyName } from "#lib/domain/partners/users/passkeys/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { revokePasskeySessions } from "#lib/domain/partners/users/session-repository.ts";

/** Renames one of a member's passkeys. @throws TillError `not_found` when the member has no such passkey. */
export async function renamePasskey({ userId }: Member, id: string, name: string): Promise<void> {
  const isRenamed = isId("psk", id) && (await inTransaction((tx) => updatePasskeyName(tx, userId, id, name)));
  if (!isRenamed) throw noSuchPasskey();
}

/**
 * Removes one of a member's passkeys, emails the member and ends the other sessions in which it was used.
 * @throws TillError `not_found` when the member has no such passkey.
 */
export async function removePasskey(member: Member, id: string): Promise<void> {
  if (!isId("psk", id)) throw noSuchPasskey();
  const { userId, sessionId } = member;
  const now = clock.now();
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    // Before the deletion, which makes sessions forget the passkey.
    await revokePasskeySessions(tx, userId, id, sessionId, now);
    const name = await deletePasskey(tx, userId, id);
    if (name === null) throw noSuchPasskey();
    await emailPasskeyChange(tx, member, { passkeyId: id, name, isAdded: false, at: now });
  });
}

function noSuchPasskey(): TillError {
  return new TillError("not_found", { message: "This passkey was already removed. Reload the page." });
}
