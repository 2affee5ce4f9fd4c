import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { invalidLink } from "#lib/domain/partners/email-links/link-token.ts";
import { consumeLink, openLink } from "#lib/domain/partners/email-links/open-link.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { findUserByEmail, updatePassword } from "#lib/domain/partners/users/repository.ts";
import { revokeOtherSessions } from "#lib/domain/partners/users/session-repository.ts";

/**
 * Sets a new password with the link from a password reset email and signs the user out everywhere. A second factor stays
 * enabled, because access to an inbox alone must not be enough to take over an account.
 * @throws TillError `not_found` for a link that is used or expired; `params_validation` for the password.
 */
export async function resetPassword(token: string, password: string): Promise<{ email: string }> {
  const { email } = await openLink("password_reset", token);
  requireGoodPassword(password, { email, names: [] });
  const passwordHash = await hashPassword(password);
  const user = await findUserByEmail(database, email);
  if (user === null) throw invalidLink();
  await actAs({ kind: "user", id: user.id, name: email }, () =>
    inTransaction(async (tx) => {
      await consumeLink(tx, "password_reset", token);
      if (!(await updatePassword(tx, user.id, passwordHash))) throw invalidLink();
      await revokeOtherSessions(tx, user.id, null, clock.now());
    }),
  );
  return { email };
}
