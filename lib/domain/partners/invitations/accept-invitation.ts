import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashLinkToken, invalidLink } from "#lib/domain/partners/email-links/link-token.ts";
import {
  findInvitation,
  markInvitationAccepted,
  type OpenInvitation,
} from "#lib/domain/partners/invitations/repository.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { findUserByEmail, insertUser } from "#lib/domain/partners/users/repository.ts";
import { emailTaken } from "#lib/domain/partners/users/sign-up.ts";

/** Finds an open invitation by its link, and whether its email already has an account. @throws TillError `not_found`. */
export async function openInvitation(token: string): Promise<OpenInvitation & { hasAccount: boolean }> {
  const tokenHash = hashLinkToken(token);
  const invitation = tokenHash === null ? null : await findInvitation(database, tokenHash, clock.now());
  if (invitation === null) throw invalidLink();
  return { ...invitation, hasAccount: (await findUserByEmail(database, invitation.email)) !== null };
}

export type Acceptance = { token: string; name: string; password: string };

/**
 * Creates the member that an invitation is for and consumes the invitation.
 * @throws TillError `not_found` for a link that is used or expired, or an email that has an account by now;
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
      const invitation = tokenHash === null ? null : await markInvitationAccepted(tx, tokenHash, now);
      if (invitation === null) throw invalidLink();
      const { partnerId, role } = invitation;
      if (!(await insertUser(tx, { id, partnerId, email, name, passwordHash, role, now }))) throw emailTaken();
    }),
  );
  return { email };
}
