import type { PartnerId, SessionId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

export type UserCredentials = { id: UserId; email: string; passwordHash: string | null; hasSecondFactor: boolean };

const credentials = `SELECT id, email, password_hash AS "passwordHash", totp_confirmed_at IS NOT NULL AS "hasSecondFactor"
  FROM "user"`;
const selectByEmail = { name: "user-by-email", text: `${credentials} WHERE email = lower($1)` };
const selectById = { name: "user-by-id", text: `${credentials} WHERE id = $1` };

/** The user of an address in any letter case, or null. */
export async function findUserByEmail(on: Queryable, email: string): Promise<UserCredentials | null> {
  return (await on.rows<UserCredentials>(selectByEmail, [email]))[0] ?? null;
}

/** A user by id, or null. */
export async function findUserById(on: Queryable, id: UserId): Promise<UserCredentials | null> {
  return (await on.rows<UserCredentials>(selectById, [id]))[0] ?? null;
}

export type NewUser = {
  id: UserId;
  partnerId: PartnerId;
  email: string;
  name: string;
  passwordHash: string;
  role: Role;
  now: Date;
};

const insertNewUser = {
  name: "user-insert",
  text: `INSERT INTO "user" (id, partner_id, email, name, password_hash, role, created_at)
    VALUES ($1, $2, lower($3), $4, $5, $6::user_role, $7) ON CONFLICT (email) DO NOTHING RETURNING id`,
};

/** Writes a user. @returns false when the address has one already. */
export async function insertUser(on: Queryable, user: NewUser): Promise<boolean> {
  const { id, partnerId, email, name, passwordHash, role, now } = user;
  return (await on.rows(insertNewUser, [id, partnerId, email, name, passwordHash, role, now])).length > 0;
}

const updateName = { name: "user-name", text: `UPDATE "user" SET name = $2 WHERE id = $1` };

/** Writes what a user is called. */
export async function writeName(on: Queryable, id: UserId, name: string): Promise<void> {
  await on.rows(updateName, [id, name]);
}

const updatePassword = {
  name: "user-password",
  text: `UPDATE "user" SET password_hash = $2 WHERE id = $1 RETURNING id`,
};

/** Writes a user's password. @returns false when the user is gone. */
export async function writePassword(on: Queryable, id: UserId, passwordHash: string): Promise<boolean> {
  return (await on.rows(updatePassword, [id, passwordHash])).length > 0;
}

const updateKnownPassword = {
  name: "user-password-replace",
  text: `UPDATE "user" SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id`,
};

/** Replaces the password that was checked. @returns false when it is another by now. */
export async function replacePassword(on: Queryable, id: UserId, former: string, next: string): Promise<boolean> {
  return (await on.rows(updateKnownPassword, [id, former, next])).length > 0;
}

export type NewSession = { id: SessionId; userId: UserId; userAgent: string | null; now: Date; expiresAt: Date };

const insertNewSession = {
  name: "session-insert",
  text: `WITH signed_in AS (UPDATE "user" SET last_sign_in_at = $4 WHERE id = $2 RETURNING id)
    INSERT INTO user_session (id, user_id, user_agent, created_at, last_seen_at, expires_at)
    SELECT $1, id, $3, $4, $4, $5 FROM signed_in`,
};

/** Writes a session, and that its user has signed in. */
export async function insertSession(on: Queryable, session: NewSession): Promise<void> {
  const { id, userId, userAgent, now, expiresAt } = session;
  await on.rows(insertNewSession, [id, userId, userAgent, now, expiresAt]);
}

type MemberRow = {
  id: SessionId;
  user_id: UserId;
  email: string;
  name: string;
  role: Role;
  partner_id: PartnerId;
  partner_name: string;
};

const selectMember = {
  name: "session-member",
  text: `WITH seen AS (UPDATE user_session SET last_seen_at = $2
      WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at < $2::timestamptz - interval '1 minute')
    SELECT s.id, s.user_id, u.email, u.name, u.role, u.partner_id, p.name AS partner_name
    FROM user_session s JOIN "user" u ON u.id = s.user_id JOIN partner p ON p.id = u.partner_id
    WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2`,
};

/** Who a session is of, while it counts; notes to the minute that it was seen. */
export async function findSessionMember(on: Queryable, id: SessionId, now: Date): Promise<Member | null> {
  const [row] = await on.rows<MemberRow>(selectMember, [id, now]);
  if (row === undefined) return null;
  return {
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    scope: { partnerId: row.partner_id, merchantId: null },
    partnerName: row.partner_name,
  };
}

const revokeOne = {
  name: "session-revoke",
  text: "UPDATE user_session SET revoked_at = $3 WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING id",
};

/** Ends a session of a user. @returns false when the user has no such session, or has ended it before. */
export async function endSession(on: Queryable, userId: UserId, id: SessionId, now: Date): Promise<boolean> {
  return (await on.rows(revokeOne, [id, userId, now])).length > 0;
}

const revokeOthers = {
  name: "session-revoke-others",
  text: `UPDATE user_session SET revoked_at = $3
    WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND revoked_at IS NULL`,
};

/** Ends every session of a user, but for one that is kept. */
export async function endSessions(on: Queryable, userId: UserId, kept: SessionId | null, now: Date): Promise<void> {
  await on.rows(revokeOthers, [userId, kept, now]);
}

export type SessionRow = { id: SessionId; userAgent: string | null; createdAt: Date; lastSeenAt: Date };

const selectSessions = {
  name: "session-list",
  text: `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt"
    FROM user_session WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
    ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
};

/** A user's sessions that count, the last seen first; at most 100. */
export function listSessions(on: Queryable, userId: UserId, now: Date): Promise<SessionRow[]> {
  return on.rows<SessionRow>(selectSessions, [userId, now]);
}

const deleteSessions = { name: "session-delete-old", text: "DELETE FROM user_session WHERE expires_at < $1" };

/** Deletes sessions that were over before a time. */
export async function deleteOldSessions(on: Queryable, overBefore: Date): Promise<void> {
  await on.rows(deleteSessions, [overBefore]);
}
