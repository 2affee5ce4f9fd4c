import { levelOf, ruleOf } from "#lib/core/alarm-kinds.ts";
import { clock } from "#lib/core/clock.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { EndedAlarm, RaisedAlarm } from "#lib/log/alarm.ts";

export type AlarmChannel = `email ${string}` | "webhook" | "slack";

/** An alarm that a channel is to be sent. */
export type AlarmNotice = {
  id: string;
  /** `changed` when an open alarm got another part, `reminder` each day while it stays open. */
  event: "raised" | "changed" | "reminder" | "recovered";
  /** The time at which the message became due. */
  at: Date;
  kind: string;
  subject: string;
  level: string;
  message: string;
  facts: Record<string, unknown>;
  count: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

/** An alarm ends when its cause has been gone for this long, so that one that comes and goes is sent once. */
const calmMs = 10_000;
/** Another process may still meet the cause, and raises the alarm again within a minute. */
const othersMs = 90_000;

const upsert = statement({
  name: "alarm-raise",
  text: `WITH raised AS (
      INSERT INTO alarm (kind, subject, level, message, facts, is_event, source, count, first_seen_at, last_seen_at, quiet_at,
          parts, notified_parts, notified_at)
      SELECT kind, subject, level, message, facts::jsonb, is_event, $9, count, at, at, quiet_at, parts::jsonb, parts::jsonb, at
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[], $8::timestamptz[],
          $10::timestamptz[], $12::text[]) AS given (kind, subject, level, message, facts, is_event, count, at, quiet_at, parts)
        ORDER BY kind, subject
      ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO UPDATE SET message = EXCLUDED.message, facts = EXCLUDED.facts,
        level = EXCLUDED.level, parts = EXCLUDED.parts, source = EXCLUDED.source,
        count = least(alarm.count::bigint + EXCLUDED.count, 2147483647)::int,
        last_seen_at = greatest(alarm.last_seen_at, EXCLUDED.last_seen_at),
        quiet_at = greatest(alarm.quiet_at, EXCLUDED.quiet_at), ended_at = NULL, recovery = NULL
      RETURNING id, last_seen_at, xmax = 0 AS is_new)
    INSERT INTO alarm_delivery (alarm_id, event, channel, created_at, next_attempt_at)
      SELECT id, 'raised', channel, last_seen_at, last_seen_at FROM raised, unnest($11::text[]) AS channel WHERE is_new`,
});

/**
 * Stores raised alarms, and a message to each channel about those that weren't open, in one statement.
 * @param source names this process.
 */
export async function storeRaised(
  on: Queryable,
  raised: readonly RaisedAlarm[],
  { channels, source }: { channels: readonly AlarmChannel[]; source: string },
): Promise<void> {
  const rules = raised.map(({ kind }) => ruleOf(kind));
  await on.rows(upsert, [
    raised.map(({ kind }) => kind),
    raised.map(({ subject }) => subject),
    raised.map(({ kind, subject, facts }) => levelOf(kind, subject, facts)),
    raised.map(({ message }) => message),
    raised.map(({ facts }) => JSON.stringify(facts)),
    rules.map(({ isEvent }) => String(isEvent === true)),
    raised.map(({ count }) => count),
    raised.map(({ at }) => at.toISOString()),
    source,
    raised.map(({ at }, index) => quietAt(at, rules[index]?.quietMs ?? null)),
    channels,
    raised.map(({ parts }) => JSON.stringify(parts)),
  ]);
}

function quietAt(at: Date, quietMs: number | null): string {
  return quietMs === null ? "infinity" : new Date(at.getTime() + quietMs).toISOString();
}

const end = statement({
  name: "alarm-end",
  text: `UPDATE alarm a SET ended_at = given.at, recovery = given.message
    FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS given (kind, subject, message, at)
    WHERE a.kind = given.kind AND a.subject = given.subject AND a.resolved_at IS NULL AND a.ended_at IS NULL
      AND ($5::text IS NULL OR a.source = $5 OR a.last_seen_at < given.at - $6 * interval '1 millisecond')
    RETURNING a.id`,
});

/**
 * Ends alarms, except for those that another process than `source` has raised within the last minute and a half.
 * @param source null ends them all.
 * @returns the number of those that were open.
 */
export async function storeEnded(on: Queryable, ended: readonly EndedAlarm[], source: string | null): Promise<number> {
  const rows = await on.rows(end, [
    ended.map(({ kind }) => kind),
    ended.map(({ subject }) => subject),
    ended.map(({ message }) => message),
    ended.map(({ at }) => at.toISOString()),
    source,
    othersMs,
  ]);
  return rows.length;
}

const resolve = statement({
  name: "alarm-resolve",
  text: `WITH resolved AS (
      UPDATE alarm SET resolved_at = $1
        WHERE resolved_at IS NULL AND (ended_at < $1::timestamptz - $2 * interval '1 millisecond' OR quiet_at < $1)
        RETURNING id, is_event)
    INSERT INTO alarm_delivery (alarm_id, event, channel, created_at, next_attempt_at)
      SELECT id, 'recovered', channel, $1, $1 FROM resolved, unnest($3::text[]) AS channel WHERE NOT is_event`,
});

/** Resolves the alarms whose cause is gone, with a message to each channel about those that can recover. */
export async function resolveAlarms(on: Queryable, now: Date, channels: readonly AlarmChannel[]): Promise<void> {
  await on.rows(resolve, [now, calmMs, channels]);
}

/** An alarm that stays open is sent again after this. */
const remindAfterHours = 24;

const repeat = statement({
  name: "alarm-repeat",
  text: `WITH due AS (
      SELECT id, NOT notified_parts @> parts AS is_changed FROM alarm
        WHERE resolved_at IS NULL AND ended_at IS NULL AND NOT is_event AND (NOT notified_parts @> parts
          OR notified_at <= $1::timestamptz - interval '${remindAfterHours} hours')
        FOR UPDATE SKIP LOCKED),
    noted AS (
      UPDATE alarm a SET notified_parts = a.parts, notified_at = $1 FROM due WHERE a.id = due.id)
    INSERT INTO alarm_delivery (alarm_id, event, channel, created_at, next_attempt_at)
      SELECT id, CASE WHEN is_changed THEN 'changed' ELSE 'reminder' END, channel, $1, $1
        FROM due, unnest($2::text[]) AS channel
      ON CONFLICT (alarm_id, event, channel) DO UPDATE SET attempts = 0, created_at = EXCLUDED.created_at,
        next_attempt_at = EXCLUDED.next_attempt_at, delivered_at = NULL, error = NULL`,
});

/** Makes messages due about open alarms that got another part, and about those that no message has been about for a day. */
export async function repeatAlarms(on: Queryable, now: Date, channels: readonly AlarmChannel[]): Promise<void> {
  await on.rows(repeat, [now, channels]);
}

const selectOpenSubjects = statement<{ kind: string; subject: string }>({
  name: "alarm-open-subjects",
  text: "SELECT kind, subject FROM alarm WHERE resolved_at IS NULL",
});

/** Lists the kind and subject of every open alarm. */
export async function listOpenSubjects(on: Queryable): Promise<{ kind: string; subject: string }[]> {
  return on.rows(selectOpenSubjects, []);
}

const selectOpen = statement<OpenAlarm>({
  name: "alarm-open",
  text: `SELECT id, kind, subject, level, message, facts, count, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
    FROM alarm WHERE resolved_at IS NULL ORDER BY level = 'error' DESC, level = 'warn' DESC, id LIMIT 1000`,
});

export type OpenAlarm = Omit<AlarmNotice, "event" | "at">;

/** Lists the open alarms, errors first; the first thousand. */
export async function listOpenAlarms(on: Queryable): Promise<OpenAlarm[]> {
  return on.rows(selectOpen, []);
}

/** Messages are tried for this long. */
const givenUpAfterHours = 24;
/** A process that is killed while it sends leaves its messages to others after this. */
const leaseSeconds = 30;
const longestPauseSeconds = 600;
/** Messages of a channel are this far apart, and much further when there have been many within an hour. */
const apartSeconds = 10;
const manyInHour = 20;
const farApartSeconds = 300;
/** The rest of a flood is sent with the next message. */
const perMessage = 200;

const claim = statement<AlarmNotice>({
  name: "alarm-delivery-claim",
  text: `WITH sent AS (
      SELECT max(delivered_at) AS last, count(DISTINCT delivered_at) AS messages FROM alarm_delivery
        WHERE channel = $1 AND delivered_at > $2::timestamptz - interval '1 hour'),
    due AS (
      SELECT d.alarm_id, d.event FROM alarm_delivery d, sent
        WHERE d.channel = $1 AND d.delivered_at IS NULL AND d.next_attempt_at <= $2
          AND d.created_at > $2::timestamptz - interval '${givenUpAfterHours} hours'
          AND (sent.last IS NULL OR sent.last < $2::timestamptz
            - CASE WHEN sent.messages < ${manyInHour} THEN ${apartSeconds} ELSE ${farApartSeconds} END * interval '1 second')
          AND (d.event IN ('raised', 'recovered') OR EXISTS (SELECT FROM alarm o WHERE o.id = d.alarm_id AND o.resolved_at IS NULL))
          AND (d.event = 'raised' OR NOT EXISTS (SELECT FROM alarm_delivery e
            WHERE e.alarm_id = d.alarm_id AND e.channel = $1 AND e.event = 'raised' AND e.delivered_at IS NULL
              AND e.created_at > $2::timestamptz - interval '${givenUpAfterHours} hours'))
        ORDER BY d.alarm_id, d.event LIMIT ${perMessage} FOR UPDATE OF d SKIP LOCKED),
    claimed AS (
      UPDATE alarm_delivery d SET attempts = d.attempts + 1,
          next_attempt_at = $2::timestamptz + interval '1 second'
            * least(${leaseSeconds} * 2 ^ least(d.attempts, 10), ${longestPauseSeconds})
        FROM due WHERE d.alarm_id = due.alarm_id AND d.event = due.event AND d.channel = $1
        RETURNING d.alarm_id, d.event, d.created_at)
    SELECT a.id, c.event, c.created_at AS at, a.kind, a.subject, a.level, a.facts, a.count, a.first_seen_at AS "firstSeenAt",
        a.last_seen_at AS "lastSeenAt",
        CASE WHEN c.event = 'recovered' THEN coalesce(a.recovery, 'no longer seen: ' || a.message) ELSE a.message END AS message
      FROM claimed c JOIN alarm a ON a.id = c.alarm_id ORDER BY a.id, c.event`,
});

/** Takes the messages that a channel is due, for one message that has all of them; none shortly after another message. */
export async function claimNotices(on: Queryable, channel: AlarmChannel, now: Date): Promise<AlarmNotice[]> {
  return on.rows(claim, [channel, now]);
}

const record = statement({
  name: "alarm-delivery-record",
  text: `UPDATE alarm_delivery d SET delivered_at = $4, error = $5
    FROM unnest($2::bigint[], $3::text[], $6::timestamptz[]) AS given (alarm_id, event, at)
    WHERE d.alarm_id = given.alarm_id AND d.event = given.event AND d.created_at = given.at AND d.channel = $1`,
});

/**
 * Records the outcome of a message. A message that has become due again meanwhile stays due.
 * @param error null when the channel has taken it.
 */
export async function recordDelivery(
  on: Queryable,
  channel: AlarmChannel,
  notices: readonly AlarmNotice[],
  { now, error }: { now: Date; error: string | null },
): Promise<void> {
  const ids = notices.map(({ id }) => id);
  const events = notices.map(({ event }) => event);
  const times = notices.map(({ at }) => at.toISOString());
  await on.rows(record, [channel, ids, events, error === null ? now : null, error, times]);
}

const deleteOld = statement({
  name: "alarm-delete-old",
  text: "DELETE FROM alarm WHERE resolved_at < $1",
});

const keptForMs = 90 * 24 * 3_600_000;

/** Deletes alarms that were resolved 90 days ago, with their messages. */
export async function deleteOldAlarms(): Promise<void> {
  await database.rows(deleteOld, [new Date(clock.now().getTime() - keptForMs)]);
}
