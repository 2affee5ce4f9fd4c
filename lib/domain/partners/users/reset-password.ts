import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deadLink } from "#lib/domain/partners/email-links/dead-link.ts";
import { openLink, spendLink } from "#lib/domain/partners/email-links/open-link.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { endSessions, findUserByEmail, writePassword } from "#lib/domain/partners/users/repository.ts";

/**
 * Sets a new password by a link that was sent to the user's address, and signs the user out everywhere. A second factor
 * stays: reading somebody's mail is not enough to be them.
 * @throws TillError `not_found` for a link that is not good any more, `params_validation` for the password.
 */
export async function resetPassword(token: string, password: string): Promise<{ email: string }> {
  const { email } = await openLink("password_reset", token);
  requireGoodPassword(password, { email, names: [] });
  const passwordHash = await hashPassword(password);
  const user = await findUserByEmail(database, email);
  if (user === null) throw deadLink();
  await actAs({ kind: "user", id: user.id, name: email }, () =>
    inTransaction(async (tx) => {
      await spendLink(tx, "password_reset", token);
      if (!(await writePassword(tx, user.id, passwordHash))) throw deadLink();
      await endSessions(tx, user.id, null, clock.now());
    }),
  );
  return { email };
}
