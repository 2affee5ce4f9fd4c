import type { EventId, PartnerId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import {
  choicesOfRoles,
  type NotificationMode,
  type NotificationType,
} from "#lib/domain/notifications/notification-types.ts";

/** A choice of a member that differs from the default of the role. */
export type StoredSetting = {
  userId: UserId;
  partnerId: PartnerId;
  type: NotificationType;
  mode: NotificationMode;
  changedAt: Date;
};

const selectSettings = statement<StoredSetting>({
  name: "notification-settings",
  text: `SELECT user_id AS "userId", partner_id AS "partnerId", type, mode, changed_at AS "changedAt"
    FROM notification_setting WHERE user_id = ANY($1::text[])`,
});

/** Lists the stored choices of members, in no order. */
export function listSettings(on: Queryable, userIds: readonly UserId[]): Promise<StoredSetting[]> {
  return on.rows(selectSettings, [userIds]);
}

// The time of a choice stays when the same is chosen again: its mode has applied since.
const upsert = statement({
  name: "notification-setting-upsert",
  text: `INSERT INTO notification_setting AS s (user_id, partner_id, type, mode, changed_at)
    VALUES ($1, $2, $3, $4::notification_mode, $5)
    ON CONFLICT (user_id, type) DO UPDATE SET mode = excluded.mode, changed_at = excluded.changed_at
    WHERE s.mode <> excluded.mode`,
});

/** Stores a choice. */
export async function upsertSetting(tx: Queryable, setting: StoredSetting): Promise<void> {
  const { userId, partnerId, type, mode, changedAt } = setting;
  await tx.rows(upsert, [userId, partnerId, type, mode, changedAt]);
}

const removeSetting = statement({
  name: "notification-setting-delete",
  text: "DELETE FROM notification_setting WHERE user_id = $1 AND type = $2",
});

/** Deletes a choice, so that the default of the role applies. */
export async function deleteSetting(tx: Queryable, userId: UserId, type: NotificationType): Promise<void> {
  await tx.rows(removeSetting, [userId, type]);
}

/** The progress of reading events. `digestAfter` is the last member of the daily emails under way; null when none are. */
export type Progress = { readUntil: Date; digestFrom: Date; digestUntil: Date; digestAfter: UserId | "" | null };

const lock = statement<Progress>({
  name: "notification-progress-lock",
  text: `SELECT read_until AS "readUntil", digest_from AS "digestFrom", digest_until AS "digestUntil",
      digest_after AS "digestAfter"
    FROM notification_progress FOR UPDATE SKIP LOCKED`,
});

/** Locks the progress until the transaction ends; null while another transaction has it. */
export async function lockProgress(tx: Queryable): Promise<Progress | null> {
  return (await tx.rows(lock, []))[0] ?? null;
}

const moveRead = statement({
  name: "notification-progress-read",
  text: "UPDATE notification_progress SET read_until = $1",
});

/** Stores the time until which events have been read. */
export async function setReadUntil(tx: Queryable, until: Date): Promise<void> {
  await tx.rows(moveRead, [until]);
}

const moveDigest = statement({
  name: "notification-progress-digest",
  text: "UPDATE notification_progress SET digest_from = $1, digest_until = $2, digest_after = $3",
});

/** Stores the progress of the daily emails. */
export async function setDigestProgress(
  tx: Queryable,
  { digestFrom, digestUntil, digestAfter }: Omit<Progress, "readUntil">,
): Promise<void> {
  await tx.rows(moveDigest, [digestFrom, digestUntil, digestAfter]);
}

// A payout that fails again is retried by the service: members hear of its payment once. Only failed payouts
// are looked up, so that others are counted in their index.
const isFirst = `(e.type <> 'payout.failed' OR NOT EXISTS (
  SELECT FROM event o JOIN event f ON f.payment_id = o.payment_id AND f.type = o.type AND f.id < o.id
  WHERE o.partner_id = e.partner_id AND o.id = e.id))`;

// The list of types is that of the index event_notable, word for word. Payments that succeeded are read for the partners of those
// members only who want them.
const collect = statement({
  name: "notification-collect",
  text: `INSERT INTO notification (user_id, event_id, partner_id, type)
    SELECT u.id, e.id, e.partner_id, e.type
    FROM (
      SELECT id, partner_id, type, created_at FROM event
      WHERE type IN ('payout.held', 'payout.failed', 'refund.succeeded', 'refund.failed', 'settlement_destination.changed',
        'api_key.created', 'webhook_endpoint.disabled') AND id >= $1 AND id < $2
      UNION ALL
      SELECT p.id, p.partner_id, p.type, p.created_at
      FROM (SELECT DISTINCT partner_id FROM notification_setting WHERE type = 'payment.succeeded' AND mode = 'at_once') w
      CROSS JOIN LATERAL (
        SELECT id, partner_id, type, created_at FROM event
        WHERE partner_id = w.partner_id AND type = 'payment.succeeded' AND id >= $1 AND id < $2) p) e
    JOIN "user" u ON u.partner_id = e.partner_id
    JOIN unnest($3::text[], $4::text[], $5::text[]) AS c (role, type, mode) ON c.role = u.role::text AND c.type = e.type
    LEFT JOIN notification_setting s ON s.user_id = u.id AND s.type = e.type
    WHERE coalesce(s.mode::text, c.mode) = 'at_once' AND e.created_at >= coalesce(s.changed_at, u.created_at) AND ${isFirst}
    ON CONFLICT DO NOTHING`,
});

/**
 * Notes the events from one id until another for the members who want them at once; those that are noted already stay as they
 * are.
 */
export async function insertNotifications(tx: Queryable, from: EventId, until: EventId): Promise<void> {
  await tx.rows(collect, [from, until, ...choicesOfRoles()]);
}

/** The events of one email: the ids to list, and the number of all. */
export type Notified = { userId: UserId; partnerId: PartnerId; total: number; eventIds: EventId[] };

const markSent = statement<Notified>({
  name: "notification-sent",
  text: `WITH due AS (SELECT DISTINCT user_id FROM notification WHERE sent_at IS NULL ORDER BY user_id LIMIT $2),
    sent AS (
      UPDATE notification n SET sent_at = $1 FROM due WHERE n.user_id = due.user_id AND n.sent_at IS NULL
      RETURNING n.user_id, n.partner_id, n.event_id, n.type)
    SELECT user_id AS "userId", partner_id AS "partnerId", count(*)::int AS total,
      (array_agg(event_id ORDER BY array_position($4::text[], type), event_id))[1:$3] AS "eventIds"
    FROM sent GROUP BY 1, 2`,
});

/**
 * Marks the waiting events of the next members as sent, and returns them.
 * @param types the order in which events are listed.
 */
export function markNotificationsSent(
  tx: Queryable,
  now: Date,
  { members, listed, types }: { members: number; listed: number; types: readonly NotificationType[] },
): Promise<Notified[]> {
  return tx.rows(markSent, [now, members, listed, types]);
}

/** A member who may want a daily email. */
export type DigestMember = { userId: UserId; partnerId: PartnerId; role: Role; createdAt: Date };

const selectMembers = statement<DigestMember>({
  name: "notification-digest-members",
  text: `SELECT id AS "userId", partner_id AS "partnerId", role, created_at AS "createdAt" FROM "user"
    WHERE id > $1 ORDER BY id LIMIT $2`,
});

/** Lists members of all partners by id. @param after the last of the page before; empty for the first. */
export function listMembersAfter(on: Queryable, after: string, limit: number): Promise<DigestMember[]> {
  return on.rows(selectMembers, [after, limit]);
}

/** A type of event that a member wants daily, from an id on. */
export type Wanted = { userId: UserId; partnerId: PartnerId; type: NotificationType; from: EventId };

// Members who chose another mode within the day have been notified of some of its events. Not of payments that succeeded, which
// are off by default: the time of the choice is known then.
const isNew = `(w.type = 'payment.succeeded'
  OR NOT EXISTS (SELECT FROM notification n WHERE n.user_id = w.user_id AND n.event_id = e.id))`;
const events = `FROM event e WHERE e.partner_id = w.partner_id AND e.type = w.type AND e.id >= w.first_id AND e.id < $5
  AND ${isNew} AND ${isFirst.replace("e.type", "w.type")}`;
/** The events of a type that a member wants: their number, and the ids of the first. */
export type WantedEvents = { userId: UserId; type: NotificationType; total: number; eventIds: EventId[] };

const digest = statement<WantedEvents>({
  name: "notification-digest",
  text: `SELECT w.user_id AS "userId", w.type, c.total, l.ids AS "eventIds"
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w (user_id, partner_id, type, first_id)
    CROSS JOIN LATERAL (SELECT count(*)::int AS total ${events}) c
    CROSS JOIN LATERAL (
      SELECT array_agg(id ORDER BY id) AS ids FROM (SELECT e.id ${events} ORDER BY e.id LIMIT $6) first) l
    WHERE c.total > 0`,
});

/** Counts the events of each wanted type up to an id, and lists the first of them. Types without events are missing. */
export function countWanted(
  on: Queryable,
  wanted: readonly Wanted[],
  until: EventId,
  limit: number,
): Promise<WantedEvents[]> {
  const lists = [
    wanted.map(({ userId }) => userId),
    wanted.map(({ partnerId }) => partnerId),
    wanted.map(({ type }) => type),
    wanted.map(({ from }) => from),
  ];
  return on.rows(digest, [...lists, until, limit]);
}

const removeOld = statement({
  name: "notification-delete-old",
  text: `DELETE FROM notification WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM notification WHERE event_id < $1 AND (type = 'payment.succeeded' OR event_id < $2)
        AND sent_at IS NOT NULL LIMIT $3))
    RETURNING event_id`,
});

/** Deletes at most `limit` sent rows: of payments that succeeded before `common`, of other events before `other`. */
export async function deleteSent(on: Queryable, common: EventId, other: EventId, limit: number): Promise<number> {
  return (await on.rows(removeOld, [common, other, limit])).length;
}

const selectReader = statement<{ readAt: Date }>({
  name: "notification-reader",
  text: `SELECT coalesce(notifications_read_at, created_at) AS "readAt" FROM "user" WHERE id = $1`,
});

/** Returns the time up to which a member has seen notifications; that of the account when none were. Null without the member. */
export async function findReadAt(on: Queryable, userId: UserId): Promise<Date | null> {
  return (await on.rows(selectReader, [userId]))[0]?.readAt ?? null;
}

const setRead = statement({
  name: "notification-read",
  text: `UPDATE "user" SET notifications_read_at = $2
    WHERE id = $1 AND coalesce(notifications_read_at, created_at) < $2`,
});

/** Stores the time up to which a member has seen notifications; never an earlier one than before. */
export async function updateReadAt(on: Queryable, userId: UserId, until: Date): Promise<void> {
  await on.rows(setRead, [userId, until]);
}

const selectRecipient = statement<{ email: string; role: Role; partnerName: string }>({
  name: "notification-recipient",
  text: `SELECT u.email, u.role, p.name AS "partnerName" FROM "user" u JOIN partner p ON p.id = u.partner_id
    WHERE u.id = $1 AND u.partner_id = $2`,
});

/** Finds a member of a partner by id, or null. */
export async function findRecipient(
  on: Queryable,
  userId: string,
  partnerId: string,
): Promise<{ email: string; role: Role; partnerName: string } | null> {
  const [row] = await on.rows(selectRecipient, [userId, partnerId]);
  return row ?? null;
}
