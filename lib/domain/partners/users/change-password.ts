import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashPassword, isPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { endSessions, findUserById, replacePassword } from "#lib/domain/partners/users/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Changes the password of somebody who knows the current one, and signs them out everywhere else.
 * @throws TillError `params_validation` on `current` or `password`; `version_conflict` when it changed meanwhile.
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
    await endSessions(tx, userId, sessionId, clock.now());
  });
}

/** What is said beside the field. */
export const wrongPassword = "is not your password";
