import type { PartnerId, PasskeyId, SessionId, UserId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Member, SignInFacts } from "#lib/domain/partners/users/session.ts";

export type NewSession = {
  id: SessionId;
  userId: UserId;
  facts: SignInFacts;
  userAgent: string | null;
  locale: Locale | null;
  now: Date;
  expiresAt: Date;
};

const insertNewSession = statement({
  name: "session-insert",
  text: `WITH signed_in AS (
      UPDATE "user" u SET last_sign_in_at = $4, locale = coalesce($9, locale) WHERE id = $2
        AND ($6::text IS NULL OR EXISTS (SELECT FROM passkey WHERE id = $6 AND user_id = u.id))
        AND ($7::text IS NULL OR password_hash = $7)
        AND ($8::boolean IS NULL OR (totp_confirmed_at IS NOT NULL) = $8)
      RETURNING id)
    INSERT INTO user_session (id, user_id, user_agent, created_at, last_seen_at, expires_at, passkey_id)
    SELECT $1, id, $3, $4, $4, $5, $6 FROM signed_in RETURNING id`,
});

/**
 * Inserts a session and sets its user's last sign-in and language. The user must be locked, so that the facts
 * are compared as they are now.
 * @returns false when they have changed, or the user no longer exists.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const { id, userId, facts, userAgent, locale, now, expiresAt } = session;
  const none = { passkeyId: null, passwordHash: null, hasSecondFactor: null };
  const { passkeyId, passwordHash, hasSecondFactor } = { ...none, ...facts };
  const values = [id, userId, userAgent, now, expiresAt, passkeyId, passwordHash, hasSecondFactor, locale];
  return (await tx.rows(insertNewSession, values)).length > 0;
}

type SessionMemberRow = {
  id: SessionId;
  user_id: UserId;
  email: string;
  name: string;
  role: Role;
  time_zone: string | null;
  partner_id: PartnerId;
  partner_name: string;
  lacks_second_factor: boolean;
  proved_at: Date;
};

const selectMember = statement<SessionMemberRow>({
  name: "session-member",
  text: `WITH seen AS (UPDATE user_session SET last_seen_at = $2
      WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at < $2::timestamptz - interval '1 minute')
    SELECT s.id, s.user_id, u.email, u.name, u.role, u.time_zone, u.partner_id, p.name AS partner_name,
      coalesce(s.proved_at, s.created_at) AS proved_at,
      p.requires_second_factor AND u.password_hash IS NOT NULL AND u.totp_confirmed_at IS NULL AND s.passkey_id IS NULL
        AS lacks_second_factor
    FROM user_session s JOIN "user" u ON u.id = s.user_id JOIN partner p ON p.id = u.partner_id
    WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2`,
});

/** Finds the member of a valid session; records when it was last seen, at most once a minute. */
export async function findSessionMember(on: Queryable, id: SessionId, now: Date): Promise<Member | null> {
  const [row] = await on.rows(selectMember, [id, now]);
  if (row === undefined) return null;
  return {
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    timeZone: row.time_zone,
    scope: { partnerId: row.partner_id, merchantId: null },
    liveScope: { partnerId: row.partner_id, merchantId: null },
    partnerName: row.partner_name,
    lacksSecondFactor: row.lacks_second_factor,
    provedAt: row.proved_at,
  };
}

const setProved = statement({ name: "session-proved", text: "UPDATE user_session SET proved_at = $2 WHERE id = $1" });

/** Records that the member of a session has proved who they are. */
export async function recordProof(on: Queryable, id: SessionId, now: Date): Promise<void> {
  await on.rows(setProved, [id, now]);
}

const setProvedByPasskey = statement({
  name: "session-proved-by-passkey",
  text: `UPDATE user_session SET proved_at = $3, passkey_id = $2
    WHERE id = $1 AND EXISTS (SELECT FROM passkey WHERE id = $2) RETURNING id`,
});

/**
 * Records that the member of a session has proved who they are with a passkey. The user must be locked.
 * @returns false when the passkey no longer exists.
 */
export async function recordPasskeyProof(tx: Tx, id: SessionId, passkeyId: PasskeyId, now: Date): Promise<boolean> {
  return (await tx.rows(setProvedByPasskey, [id, passkeyId, now])).length > 0;
}

const revokeOne = statement({
  name: "session-revoke",
  text: "UPDATE user_session SET revoked_at = $3 WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING id",
});

/** Revokes a user's session. @returns false when the user has no such session or ended it before. */
export async function revokeSession(on: Queryable, userId: UserId, id: SessionId, now: Date): Promise<boolean> {
  return (await on.rows(revokeOne, [id, userId, now])).length > 0;
}

const revokeOfPasskey = statement({
  name: "session-revoke-of-passkey",
  text: `UPDATE user_session SET revoked_at = $4
    WHERE passkey_id = $1 AND user_id = $2 AND id <> $3 AND revoked_at IS NULL`,
});

/** Revokes the sessions in which a user's passkey was last used, except `kept`. */
export async function revokePasskeySessions(
  on: Queryable,
  userId: UserId,
  id: PasskeyId,
  kept: SessionId,
  now: Date,
): Promise<void> {
  await on.rows(revokeOfPasskey, [id, userId, kept, now]);
}

const revokeOthers = statement({
  name: "session-revoke-others",
  text: `UPDATE user_session SET revoked_at = $3
    WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND revoked_at IS NULL`,
});

/** Revokes all of a user's sessions except `kept`. */
export async function revokeOtherSessions(
  on: Queryable,
  userId: UserId,
  kept: SessionId | null,
  now: Date,
): Promise<void> {
  await on.rows(revokeOthers, [userId, kept, now]);
}

export type SessionRow = { id: SessionId; userAgent: string | null; createdAt: Date; lastSeenAt: Date };

const selectValid = statement<SessionRow>({
  name: "session-list",
  text: `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt"
    FROM user_session WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
    ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
});

/** Selects a user's valid sessions, most recently seen first; at most 100. */
export function selectSessions(on: Queryable, userId: UserId, now: Date): Promise<SessionRow[]> {
  return on.rows(selectValid, [userId, now]);
}

const deleteSessions = statement({
  name: "session-delete-old",
  text: "DELETE FROM user_session WHERE expires_at < $1",
});

/** Deletes sessions that expired before a time. */
export async function deleteOldSessions(on: Queryable, expiredBefore: Date): Promise<void> {
  await on.rows(deleteSessions, [expiredBefore]);
}
