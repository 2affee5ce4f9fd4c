import type { InvitationId, PartnerId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";

export type InvitationRow = { id: InvitationId; email: string; role: Role; createdAt: Date; expiresAt: Date };

const select = {
  name: "invitation-list",
  text: `SELECT id, email, role, created_at AS "createdAt", expires_at AS "expiresAt" FROM invitation
    WHERE partner_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1000`,
};

/** A partner's open invitations, expired ones too, the latest first; at most 1,000. */
export function listInvitationRows(on: Queryable, partnerId: PartnerId): Promise<InvitationRow[]> {
  return on.rows<InvitationRow>(select, [partnerId]);
}

const selectMemberEmail = {
  name: "invitation-member",
  text: `SELECT id FROM "user" WHERE partner_id = $1 AND email = $2`,
};

/** True when the address belongs to somebody who works for the partner. */
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
};

const insert = {
  name: "invitation-insert",
  text: `INSERT INTO invitation (id, partner_id, email, role, created_at, expires_at)
    VALUES ($1, $2, $3, $4::user_role, $5, $6)
    ON CONFLICT (partner_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL DO NOTHING RETURNING id`,
};

/** Writes an invitation, without a link yet. @returns false when the partner has an open one for the address. */
export async function insertInvitation(on: Queryable, invitation: NewInvitation): Promise<boolean> {
  const { id, partnerId, email, role, now, expiresAt } = invitation;
  return (await on.rows(insert, [id, partnerId, email, role, now, expiresAt])).length > 0;
}

const lock = {
  name: "invitation-lock",
  text: `SELECT role FROM invitation
    WHERE id = $1 AND partner_id = $2 AND accepted_at IS NULL AND revoked_at IS NULL FOR UPDATE`,
};

/** Locks an open invitation of a partner. @returns what it is for, or null. */
export async function lockInvitation(on: Queryable, partnerId: PartnerId, id: InvitationId): Promise<Role | null> {
  return (await on.rows<{ role: Role }>(lock, [id, partnerId]))[0]?.role ?? null;
}

const renew = {
  name: "invitation-renew",
  text: "UPDATE invitation SET expires_at = $2, token_hash = NULL WHERE id = $1",
};

/** Gives an invitation another time, and takes back the link that it had. */
export async function renewInvitation(on: Queryable, id: InvitationId, expiresAt: Date): Promise<void> {
  await on.rows(renew, [id, expiresAt]);
}

const revoke = { name: "invitation-revoke", text: "UPDATE invitation SET revoked_at = $2 WHERE id = $1" };

/** Takes an invitation back. */
export async function writeRevoked(on: Queryable, id: InvitationId, now: Date): Promise<void> {
  await on.rows(revoke, [id, now]);
}

export type Addressed = { email: string; role: Role; partnerId: PartnerId; partnerName: string; expiresAt: Date };

const addressed = `i.email, i.role, i.partner_id AS "partnerId", p.name AS "partnerName", i.expires_at AS "expiresAt"`;
const isOpen = "i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2";

const writeToken = {
  name: "invitation-token",
  text: `UPDATE invitation i SET token_hash = $3 FROM partner p
    WHERE i.id = $1 AND p.id = i.partner_id AND ${isOpen} RETURNING ${addressed}`,
};

/** Gives an open invitation its link, in place of a former one. @returns whom it is for; null when it is not open. */
export async function writeInvitationToken(
  on: Queryable,
  id: InvitationId,
  tokenHash: Buffer,
  now: Date,
): Promise<Addressed | null> {
  return (await on.rows<Addressed>(writeToken, [id, now, tokenHash]))[0] ?? null;
}

const selectByToken = {
  name: "invitation-by-token",
  text: `SELECT ${addressed} FROM invitation i JOIN partner p ON p.id = i.partner_id
    WHERE i.token_hash = $1 AND ${isOpen}`,
};

/** What a link invites to, while it is good; null else. */
export async function findInvitation(on: Queryable, tokenHash: Buffer, now: Date): Promise<Addressed | null> {
  return (await on.rows<Addressed>(selectByToken, [tokenHash, now]))[0] ?? null;
}

const accept = {
  name: "invitation-accept",
  text: `UPDATE invitation i SET accepted_at = $2 FROM partner p
    WHERE i.token_hash = $1 AND p.id = i.partner_id AND ${isOpen} RETURNING ${addressed}`,
};

/** Uses an invitation up; of two that try at once, the row's lock lets one through. @returns null when it is not open. */
export async function writeAccepted(on: Queryable, tokenHash: Buffer, now: Date): Promise<Addressed | null> {
  return (await on.rows<Addressed>(accept, [tokenHash, now]))[0] ?? null;
}
