import type { InvitationId, PartnerId, UserId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import type { Role } from "#lib/core/roles.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

export type InvitationRow = { id: InvitationId; email: string; role: Role; createdAt: Date; expiresAt: Date };

const select = statement<InvitationRow>({
  name: "invitation-list",
  text: `SELECT id, email, role, created_at AS "createdAt", expires_at AS "expiresAt" FROM invitation
    WHERE partner_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1000`,
});

/** Lists a partner's open invitations, newest first, including expired ones; at most 1,000. */
export function listInvitations({ partnerId }: PartnerScope): Promise<InvitationRow[]> {
  return database.rows(select, [partnerId]);
}

const selectMemberEmail = statement({
  name: "invitation-member",
  text: `SELECT id FROM "user" WHERE partner_id = $1 AND email = $2`,
});

/** True when the email belongs to a member of the partner. */
export async function isMemberOf(on: Queryable, partnerId: PartnerId, email: string): Promise<boolean> {
  return (await on.rows(selectMemberEmail, [partnerId, email])).length > 0;
}

export type NewInvitation = {
  id: InvitationId;
  partnerId: PartnerId;
  email: string;
  role: Role;
  now: Date;
  expiresAt: Date;
  /** Emails that are sent for it right away. */
  emails: 0 | 1;
  createdById: UserId | null;
};

const insert = statement({
  name: "invitation-insert",
  text: `INSERT INTO invitation (id, partner_id, email, role, created_at, expires_at, emails, created_by_id, emailed_on)
    VALUES ($1, $2, $3, $4::user_role, $5, $6, $7, $8, CASE WHEN $7 > 0 THEN ($5::timestamptz AT TIME ZONE 'UTC')::date END)
    ON CONFLICT (partner_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL DO NOTHING RETURNING id`,
});

/** Inserts an invitation, still without a link. @returns false when the partner has an open one for the email. */
export async function insertInvitation(on: Queryable, invitation: NewInvitation): Promise<boolean> {
  const { id, partnerId, email, role, now, expiresAt, emails, createdById } = invitation;
  return (await on.rows(insert, [id, partnerId, email, role, now, expiresAt, emails, createdById])).length > 0;
}

const selectForUpdate = statement<{ role: Role }>({
  name: "invitation-for-update",
  text: `SELECT role FROM invitation
    WHERE id = $1 AND partner_id = $2 AND accepted_at IS NULL AND revoked_at IS NULL FOR UPDATE`,
});

/** Locks an open invitation of a partner. @returns its role, or null when there is none. */
export async function selectInvitationForUpdate(
  on: Queryable,
  partnerId: PartnerId,
  id: InvitationId,
): Promise<Role | null> {
  return (await on.rows(selectForUpdate, [id, partnerId]))[0]?.role ?? null;
}

const renew = statement({
  name: "invitation-renew",
  text: `UPDATE invitation SET expires_at = $2, token_hash = NULL,
      emails = CASE WHEN $4 = 0 OR emailed_on = ($3::timestamptz AT TIME ZONE 'UTC')::date THEN emails ELSE 0 END + $4,
      emailed_on = CASE WHEN $4 > 0 THEN ($3::timestamptz AT TIME ZONE 'UTC')::date ELSE emailed_on END
    WHERE id = $1`,
});

/** Extends an invitation and invalidates its link. @param emails emails that are sent for it now. */
export async function renewInvitation(
  on: Queryable,
  id: InvitationId,
  { now, expiresAt, emails }: Pick<NewInvitation, "now" | "expiresAt" | "emails">,
): Promise<void> {
  await on.rows(renew, [id, expiresAt, now, emails]);
}

const countEmails = statement<{ count: number }>({
  name: "invitation-emails-today",
  text: `SELECT coalesce(sum(o.emails), 0)::int AS count FROM invitation i
    JOIN invitation o ON o.partner_id = i.partner_id AND o.email = i.email
    WHERE i.id = $1 AND o.emailed_on = ($2::timestamptz AT TIME ZONE 'UTC')::date`,
});

/** Counts the emails of this UTC day for all invitations of an invitation's partner to its email. */
export async function countEmailsToday(on: Queryable, id: InvitationId, now: Date): Promise<number> {
  return (await on.rows(countEmails, [id, now]))[0]?.count ?? 0;
}

const revoke = statement({ name: "invitation-revoke", text: "UPDATE invitation SET revoked_at = $2 WHERE id = $1" });

/** Revokes an invitation. */
export async function markInvitationRevoked(on: Queryable, id: InvitationId, now: Date): Promise<void> {
  await on.rows(revoke, [id, now]);
}

const countOfAuthor = statement<{ count: number }>({
  name: "invitation-count-of-author",
  text: "SELECT count(*)::int AS count FROM invitation WHERE created_by_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL",
});

/** Counts the open invitations that a member has created. */
export async function countInvitationsOfAuthor(on: Queryable, author: UserId): Promise<number> {
  return (await on.rows(countOfAuthor, [author]))[0]?.count ?? 0;
}

const revokeOfAuthor = statement({
  name: "invitation-revoke-of-author",
  text: "UPDATE invitation SET revoked_at = $2 WHERE created_by_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING id",
});

/** Revokes the open invitations that a member has created. @returns how many. */
export async function markInvitationsOfAuthorRevoked(on: Queryable, author: UserId, now: Date): Promise<number> {
  return (await on.rows(revokeOfAuthor, [author, now])).length;
}

/** An open invitation with its partner's name. */
export type OpenInvitation = { email: string; role: Role; partnerId: PartnerId; partnerName: string; expiresAt: Date };

const columns = `i.email, i.role, i.partner_id AS "partnerId", p.name AS "partnerName", i.expires_at AS "expiresAt"`;
const isOpen = "i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2";

const updateOpen = (name: string, set: string, condition: string) =>
  statement<OpenInvitation>({
    name: `invitation-${name}`,
    text: `UPDATE invitation i SET ${set} FROM partner p
    WHERE ${condition} AND p.id = i.partner_id AND ${isOpen} RETURNING ${columns}`,
  });

const selectInviterLocale = statement<{ locale: Locale | null }>({
  name: "invitation-inviter-locale",
  text: `SELECT u.locale FROM invitation i JOIN "user" u ON u.id = i.created_by_id WHERE i.id = $1`,
});

/** Finds the language of the member who invited someone; null when it isn't known. */
export async function findInviterLocale(on: Queryable, id: InvitationId): Promise<Locale | null> {
  return (await on.rows(selectInviterLocale, [id]))[0]?.locale ?? null;
}

const updateToken = updateOpen("token", "token_hash = $3", "i.id = $1");

/** Sets the link of an open invitation, replacing a previous one. @returns null when it isn't open. */
export async function updateInvitationToken(
  on: Queryable,
  id: InvitationId,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenInvitation | null> {
  return (await on.rows(updateToken, [id, now, tokenHash]))[0] ?? null;
}

const selectByToken = statement<OpenInvitation>({
  name: "invitation-by-token",
  text: `SELECT ${columns} FROM invitation i JOIN partner p ON p.id = i.partner_id
    WHERE i.token_hash = $1 AND ${isOpen}`,
});

/** Finds the open invitation of a link, or null. */
export async function findInvitation(on: Queryable, tokenHash: Buffer, now: Date): Promise<OpenInvitation | null> {
  return (await on.rows(selectByToken, [tokenHash, now]))[0] ?? null;
}

const accept = updateOpen("accept", "accepted_at = $2", "i.token_hash = $1");

/**
 * Marks an invitation as accepted. The row lock lets one of two concurrent attempts through.
 * @returns null when it isn't open.
 */
export async function markInvitationAccepted(
  on: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenInvitation | null> {
  return (await on.rows(accept, [tokenHash, now]))[0] ?? null;
}
