import type { EventId, WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { blockedAtFailures } from "#lib/domain/webhooks/delivery/claim-deliveries.ts";
import type { Outcome } from "#lib/domain/webhooks/post-webhook.ts";

/** An attempt that was made, as it is stored. */
export type Attempt = Outcome & { at: Date };

/** The result of a delivery that this worker took. */
export type DeliveryResult = {
  endpointId: WebhookEndpointId;
  eventId: EventId;
  /** Null when nothing was sent: the delivery is given back, or can't be made. */
  attempt: Attempt | null;
  /** When it is tried next; null when it has ended. */
  nextAt: Date | null;
  /** It was the only delivery of a blocked endpoint. */
  isProbe: boolean;
  /** Until when the receiver asks for a pause. */
  pausedUntil: Date | null;
  /** The receiver wants no more webhooks. */
  isGone: boolean;
  /** When the endpoint had got its URL, or was enabled again, as the delivery was taken; null for one that never was. */
  resumedAt: Date | null;
};

/** The health of an endpoint after a failure. */
export type FailingEndpoint = { id: WebhookEndpointId; failingSince: Date; resumedAt: Date | null };

/**
 * One statement for all results, so that a delivery and its attempt exist together. It also
 * - wakes the next delivery of a subject whose delivery has ended;
 * - counts failures. Those of deliveries that were under way together count up to the number that blocks the
 *   endpoint, and then only probes count, so that the pauses between probes double from the first on;
 * - counts nothing for an endpoint that got another URL, or was enabled again, since its delivery was taken,
 *   and makes that due: how the URL before answers says nothing about the new one;
 * - makes every delivery due that waited for a blocked endpoint, once it answers. Only those that were tried
 *   have another time, so that a million others cost nothing. A healthy endpoint's row is written every ten
 *   seconds at most.
 *
 * The state of the delivery is compared as text to keep the planner from the partial indexes of pending ones:
 * it prefers one of them to the primary key, and reads every pending delivery of the endpoint for each
 * result.
 */
const record = statement<{
  ids: WebhookEndpointId[] | null;
  since: Date[] | null;
  resumed: (Date | null)[] | null;
  hasWoken: boolean;
}>({
  name: "webhook-record-results",
  text: `WITH result AS MATERIALIZED (
      SELECT * FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[], $8::text[], $9::timestamptz[],
        $10::boolean[], $19::timestamptz[]) AS r (endpoint_id, event_id, at, status, error, latency_ms, answer, next_at, is_success,
        resumed_at)),
    updated AS (
      UPDATE webhook_delivery d SET in_flight = false,
        state = (CASE WHEN r.next_at IS NOT NULL THEN 'pending' WHEN r.is_success THEN 'succeeded' ELSE 'failed' END)::webhook_delivery_state,
        attempts = d.attempts + (r.at IS NOT NULL)::int, recent_attempts = d.recent_attempts + (r.at IS NOT NULL)::int,
        next_attempt_at = CASE WHEN r.next_at IS NULL THEN d.next_attempt_at
          WHEN r.resumed_at IS NOT DISTINCT FROM (SELECT resumed_at FROM webhook_endpoint WHERE id = r.endpoint_id) THEN r.next_at
          ELSE least(r.next_at, $1) END,
        finished_at = CASE WHEN r.next_at IS NULL THEN $1::timestamptz END
      FROM result r WHERE d.endpoint_id = r.endpoint_id AND d.event_id = r.event_id AND d.state::text = 'pending'
      RETURNING d.endpoint_id, d.event_id, d.subject, d.attempts, d.state),
    attempted AS (
      INSERT INTO webhook_attempt (endpoint_id, event_id, number, at, status, error, latency_ms, answer)
      SELECT u.endpoint_id, u.event_id, u.attempts, r.at, r.status, r.error, r.latency_ms, r.answer
      FROM updated u JOIN result r USING (endpoint_id, event_id) WHERE r.at IS NOT NULL),
    woken AS (
      UPDATE webhook_delivery d SET next_attempt_at = $1 FROM updated u
      WHERE u.state <> 'pending' AND d.endpoint_id = u.endpoint_id AND d.event_id = (
        SELECT n.event_id FROM webhook_delivery n WHERE n.endpoint_id = u.endpoint_id AND n.subject = u.subject
          AND n.state = 'pending' AND n.event_id > u.event_id ORDER BY n.event_id LIMIT 1)
        AND NOT d.in_flight AND d.next_attempt_at > $1 RETURNING 1),
    health AS MATERIALIZED (
      SELECT * FROM unnest($11::text[], $12::boolean[], $13::int[], $14::int[], $15::timestamptz[], $16::timestamptz[],
        $18::timestamptz[]) AS h (id, has_succeeded, failed, failed_probes, first_failure_at, paused_until, resumed_at)),
    before AS MATERIALIZED (
      SELECT e.id, e.failures, e.failing_since, e.blocked_until,
        CASE WHEN h.has_succeeded THEN 0 ELSE e.failures END AS base
      FROM webhook_endpoint e JOIN health h ON h.id = e.id AND h.resumed_at IS NOT DISTINCT FROM e.resumed_at
      WHERE h.failed + h.failed_probes > 0 OR e.failures > 0 OR e.blocked_until IS NOT NULL OR e.last_success_at IS NULL
        OR e.last_success_at < $1 - interval '10 seconds'
      ORDER BY e.id FOR NO KEY UPDATE OF e),
    counted AS MATERIALIZED (
      SELECT b.*, h.has_succeeded, h.failed_probes, h.first_failure_at, h.paused_until,
        greatest(b.base, least(b.base + h.failed, $17::int)) + h.failed_probes AS new_failures
      FROM before b JOIN health h ON h.id = b.id),
    endpoint AS (
      UPDATE webhook_endpoint e SET failures = c.new_failures,
        failing_since = CASE WHEN c.new_failures = 0 THEN NULL WHEN c.base = 0 THEN c.first_failure_at
          ELSE coalesce(e.failing_since, c.first_failure_at) END,
        blocked_until = CASE
          WHEN c.new_failures < $17 THEN greatest(CASE WHEN NOT c.has_succeeded THEN c.blocked_until END, c.paused_until)
          WHEN c.base >= $17 AND c.failed_probes = 0 THEN greatest(c.blocked_until, c.paused_until)
          ELSE greatest($1 + least(interval '5 seconds' * (2 ^ least(c.new_failures - $17, 10)), interval '10 minutes'),
            c.paused_until)
        END,
        last_success_at = CASE WHEN c.has_succeeded THEN $1 ELSE e.last_success_at END
      FROM counted c WHERE e.id = c.id
      RETURNING e.id, e.failing_since, e.resumed_at),
    unblocked AS (
      UPDATE webhook_delivery d SET next_attempt_at = $1 FROM counted c
      WHERE c.has_succeeded AND (c.failures >= $17 OR c.blocked_until IS NOT NULL) AND d.endpoint_id = c.id
        AND d.state = 'pending' AND NOT d.in_flight AND d.next_attempt_at > $1 RETURNING 1)
    SELECT array_agg(e.id) AS ids, array_agg(e.failing_since) AS since, array_agg(e.resumed_at) AS resumed,
      EXISTS (SELECT FROM woken) OR EXISTS (SELECT FROM unblocked)
        OR EXISTS (SELECT FROM counted WHERE has_succeeded AND failures > 0) AS "hasWoken"
    FROM endpoint e WHERE e.failing_since IS NOT NULL`,
});

/**
 * Stores results. One for a delivery that has ended in between, because its endpoint was disabled or deleted, is dropped.
 * @param results at most one for a delivery, in the order in which they came.
 * @returns the endpoints that fail, with the time of their first failure, and whether other deliveries have become due.
 */
export async function recordResults(
  results: readonly DeliveryResult[],
  now: Date,
): Promise<{ failing: FailingEndpoint[]; hasWoken: boolean }> {
  const attempts = results.map(({ attempt }) => attempt);
  const health = [...Map.groupBy(results, ({ endpointId }) => endpointId)].map(([id, own]) => healthOf(id, own));
  const [row] = await database.rows(record, [
    now,
    results.map(({ endpointId }) => endpointId),
    results.map(({ eventId }) => eventId),
    attempts.map((attempt) => attempt?.at.toISOString() ?? null),
    attempts.map((attempt) => attempt?.status ?? null),
    attempts.map((attempt) => attempt?.error ?? null),
    attempts.map((attempt) => attempt?.latencyMs ?? null),
    attempts.map((attempt) => attempt?.answer ?? null),
    results.map(({ nextAt }) => nextAt?.toISOString() ?? null),
    results.map((result) => String(isSuccess(result))),
    health.map(({ id }) => id),
    health.map(({ hasSucceeded }) => String(hasSucceeded)),
    health.map(({ failed }) => failed),
    health.map(({ failedProbes }) => failedProbes),
    health.map(({ firstFailureAt }) => firstFailureAt?.toISOString() ?? null),
    health.map(({ pausedUntil }) => pausedUntil?.toISOString() ?? null),
    blockedAtFailures,
    health.map(({ resumedAt }) => resumedAt?.toISOString() ?? null),
    results.map(({ resumedAt }) => resumedAt?.toISOString() ?? null),
  ]);
  const failing = (row?.ids ?? []).map((id, index) => {
    return { id, failingSince: row?.since?.[index] ?? now, resumedAt: row?.resumed?.[index] ?? null };
  });
  return { failing, hasWoken: row?.hasWoken === true };
}

const isSuccess = ({ attempt }: DeliveryResult) => attempt !== null && attempt.error === null;

/** An endpoint's results since it was last resumed together: whether one succeeded, and the failures since the last success. */
function healthOf(id: WebhookEndpointId, all: readonly DeliveryResult[]) {
  const resumedAtMs = Math.max(...all.map(({ resumedAt }) => resumedAt?.getTime() ?? 0));
  const results = all.filter(({ resumedAt }) => (resumedAt?.getTime() ?? 0) === resumedAtMs);
  const lastSuccess = results.findLastIndex(isSuccess);
  const failures = results.slice(lastSuccess + 1).filter(({ attempt }) => attempt !== null);
  const pauses = failures.flatMap(({ pausedUntil }) => (pausedUntil === null ? [] : [pausedUntil.getTime()]));
  return {
    id,
    resumedAt: results[0]?.resumedAt ?? null,
    hasSucceeded: lastSuccess !== -1,
    failed: failures.filter(({ isProbe }) => !isProbe).length,
    failedProbes: failures.filter(({ isProbe }) => isProbe).length,
    firstFailureAt: failures[0]?.attempt?.at ?? null,
    pausedUntil: pauses.length === 0 ? null : new Date(Math.max(...pauses)),
  };
}
