import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deadLink } from "#lib/domain/partners/email-links/dead-link.ts";
import { hashLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { type Addressed, findInvitation, writeAccepted } from "#lib/domain/partners/invitations/repository.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { findUserByEmail, insertUser } from "#lib/domain/partners/users/repository.ts";
import { addressTaken } from "#lib/domain/partners/users/sign-up.ts";

/** What a link invites to, and whether its reader has an account here already. @throws TillError `not_found`. */
export async function openInvitation(token: string): Promise<Addressed & { hasAccount: boolean }> {
  const tokenHash = hashLinkToken(token);
  const invitation = tokenHash === null ? null : await findInvitation(database, tokenHash, clock.now());
  if (invitation === null) throw deadLink();
  return { ...invitation, hasAccount: (await findUserByEmail(database, invitation.email)) !== null };
}

export type Acceptance = { token: string; name: string; password: string };

/**
 * Makes a member of who was invited, once.
 * @throws TillError `not_found` for a link that is not good any more, or an address that has an account by now;
 * `params_validation` for the password.
 */
export async function acceptInvitation({ token, name, password }: Acceptance): Promise<{ email: string }> {
  const { email, partnerName } = await openInvitation(token);
  requireGoodPassword(password, { email, names: [partnerName, name] });
  const passwordHash = await hashPassword(password);
  const id = newId("usr", clock.now());
  await actAs({ kind: "user", id, name: email }, () =>
    inTransaction(async (tx) => {
      const now = clock.now();
      const tokenHash = hashLinkToken(token);
      const invitation = tokenHash === null ? null : await writeAccepted(tx, tokenHash, now);
      if (invitation === null) throw deadLink();
      const { partnerId, role } = invitation;
      if (!(await insertUser(tx, { id, partnerId, email, name, passwordHash, role, now }))) throw addressTaken();
    }),
  );
  return { email };
}
