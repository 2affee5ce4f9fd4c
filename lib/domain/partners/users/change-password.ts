import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashPassword, isPassword, wrongPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { findUserById, replacePassword } from "#lib/domain/partners/users/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { revokeOtherSessions } from "#lib/domain/partners/users/session-repository.ts";

/**
 * Changes a member's password, given the current one, and ends their other sessions.
 * @throws TillError `params_validation` on `current` or `password`; `version_conflict` when it changed concurrently.
 */
export async function changePassword(member: Member, current: string, password: string): Promise<void> {
  const { userId, sessionId, email, name, partnerName } = member;
  const user = await findUserById(database, userId);
  if (!(await isPassword(current, user?.passwordHash ?? null))) throw invalidField("current", wrongPassword);
  requireGoodPassword(password, { email, names: [name, partnerName] });
  const passwordHash = await hashPassword(password);
  await inTransaction(async (tx) => {
    const isReplaced = await replacePassword(tx, userId, user?.passwordHash ?? "", passwordHash);
    if (!isReplaced) throw new TillError("version_conflict");
    await revokeOtherSessions(tx, userId, sessionId, clock.now());
  });
}
