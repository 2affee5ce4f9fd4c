import type { EventId, PartnerId, WebhookReplayId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { isWanted } from "#lib/domain/events/record-events.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import type { WebhookReplay } from "#lib/domain/webhooks/replays/replay.ts";

/** The most deliveries that one statement queues. */
const batchSize = 1_000;

const columns = `id, kind, state, queued, created_at AS "createdAt"`;

/** A delivery that has ended is pending again; one that is pending stays as it is. */
const again = `ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'pending', recent_attempts = 0,
    queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at, finished_at = NULL
  WHERE webhook_delivery.state <> 'pending' RETURNING 1`;

const queueOne = statement<{ queued: number }>({
  name: "webhook-replay-event",
  text: `WITH found AS (SELECT id, coalesce(payment_id, merchant_id, id) AS subject FROM event WHERE partner_id = $2 AND id = $3),
    queued AS (INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
      SELECT $1, id, $2, subject, $4::timestamptz, $4::timestamptz FROM found ${again})
    SELECT (SELECT count(*)::int FROM queued) AS queued FROM found`,
});

/** Queues one event. @returns null when the partner has no such event; otherwise 1, or 0 when its delivery is pending. */
export async function queueEvent(
  tx: Queryable,
  { id, partnerId }: WebhookEndpoint,
  eventId: EventId,
  now: Date,
): Promise<number | null> {
  const [row] = await tx.rows(queueOne, [id, partnerId, eventId, now]);
  return row?.queued ?? null;
}

const insert = statement<WebhookReplay>({
  name: "webhook-replay-insert",
  text: `INSERT INTO webhook_replay (id, endpoint_id, partner_id, kind, after_event_id, until_event_id, state, queued, created_at,
      finished_at)
    VALUES ($1, $2, $3, $4::webhook_replay_kind, $5, $6, $7::webhook_replay_state, $8, $9,
      CASE WHEN $7 <> 'running' THEN $9::timestamptz END)
    ON CONFLICT (endpoint_id) WHERE state = 'running' DO NOTHING RETURNING ${columns}`,
});

type NewReplay = Omit<WebhookReplay, "createdAt"> & { afterEventId: string; untilEventId: string };

/** Inserts a replay. @returns null when one of the endpoint is running already. */
export async function insertReplay(
  tx: Queryable,
  { id: endpointId, partnerId }: WebhookEndpoint,
  replay: NewReplay,
  now: Date,
): Promise<WebhookReplay | null> {
  const { id, kind, afterEventId, untilEventId, state, queued } = replay;
  const values = [id, endpointId, partnerId, kind, afterEventId, untilEventId, state, queued, now];
  return (await tx.rows(insert, values))[0] ?? null;
}

const selectLatest = statement<WebhookReplay>({
  name: "webhook-replay-latest",
  text: `SELECT ${columns} FROM webhook_replay WHERE endpoint_id = $1 ORDER BY created_at DESC LIMIT 1`,
});

/** Finds the latest replay of an endpoint; null when there was none. */
export async function findLatestReplay(on: Queryable, { id }: WebhookEndpoint): Promise<WebhookReplay | null> {
  return (await on.rows(selectLatest, [id]))[0] ?? null;
}

/** A replay that is running, with what its next batch needs. */
export type RunningReplay = Pick<WebhookReplay, "id" | "kind"> & {
  endpointId: string;
  partnerId: PartnerId;
  afterEventId: string;
  untilEventId: string;
  createdAt: Date;
  isStopped: boolean;
};

const selectRunning = statement<RunningReplay>({
  name: "webhook-replay-running",
  text: `SELECT r.id, r.kind, r.endpoint_id AS "endpointId", r.partner_id AS "partnerId", r.after_event_id AS "afterEventId",
      r.until_event_id AS "untilEventId", r.created_at AS "createdAt",
      e.state = 'disabled' OR e.deleted_at IS NOT NULL AS "isStopped"
    FROM webhook_replay r JOIN webhook_endpoint e ON e.id = r.endpoint_id
    WHERE r.state = 'running' AND r.id > $1 ORDER BY r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
});

/** Locks the next running replay that no other worker advances; null when there is none. */
export async function lockNextReplay(tx: Queryable, after: string): Promise<RunningReplay | null> {
  return (await tx.rows(selectRunning, [after]))[0] ?? null;
}

type Batch = { seen: number; last: string | null; queued: number };
const queueFailed = statement<Batch>({
  name: "webhook-replay-failed",
  text: `WITH batch AS (SELECT endpoint_id, event_id FROM webhook_delivery
      WHERE endpoint_id = $1 AND state = 'failed' AND event_id > $2 AND event_id <= $3 AND finished_at <= $4
      ORDER BY event_id LIMIT ${batchSize}),
    queued AS (UPDATE webhook_delivery d SET state = 'pending', recent_attempts = 0, queued_at = $5, next_attempt_at = $5,
        finished_at = NULL
      FROM batch b WHERE d.endpoint_id = b.endpoint_id AND d.event_id = b.event_id AND d.state = 'failed' RETURNING 1)
    SELECT count(*)::int AS seen, max(event_id) AS last, (SELECT count(*)::int FROM queued) AS queued FROM batch`,
});

const queueRange = statement<Batch>({
  name: "webhook-replay-range",
  text: `WITH batch AS (SELECT id, type, merchant_id, coalesce(payment_id, merchant_id, id) AS subject FROM event
      WHERE partner_id = $4 AND id > $2 AND id <= $3 ORDER BY id LIMIT ${batchSize}),
    queued AS (INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
      SELECT e.id, b.id, e.partner_id, b.subject, $5::timestamptz, $5::timestamptz FROM batch b JOIN webhook_endpoint e ON e.id = $1
      WHERE ${isWanted("e", "b")}
      ORDER BY b.id ${again})
    SELECT count(*)::int AS seen, max(id) AS last, (SELECT count(*)::int FROM queued) AS queued FROM batch`,
});

const advance = statement({
  name: "webhook-replay-advance",
  text: `UPDATE webhook_replay SET after_event_id = coalesce($2, after_event_id), queued = queued + $3,
      state = $4::webhook_replay_state, finished_at = CASE WHEN $4 <> 'running' THEN $5::timestamptz END
    WHERE id = $1`,
});

/** Queues the next 1,000 events of a replay at most. @returns true when it is still running. */
export async function advanceReplay(tx: Queryable, replay: RunningReplay, now: Date): Promise<boolean> {
  const { id, kind, endpointId, partnerId, afterEventId, untilEventId, createdAt, isStopped } = replay;
  if (isStopped) {
    await tx.rows(advance, [id, null, 0, "stopped", now]);
    return false;
  }
  const queue = kind === "failed" ? queueFailed : queueRange;
  const fourth = kind === "failed" ? createdAt : partnerId;
  const [batch] = await tx.rows(queue, [endpointId, afterEventId, untilEventId, fourth, now]);
  const isOver = (batch?.seen ?? 0) < batchSize;
  const values = [id as WebhookReplayId, batch?.last ?? null, batch?.queued ?? 0];
  await tx.rows(advance, [...values, isOver ? "completed" : "running", now]);
  return !isOver;
}
