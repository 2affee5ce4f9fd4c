import type { EventId, PartnerId, WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { SealedSecrets } from "#lib/domain/webhooks/post-webhook.ts";

/** Failures in a row after which an endpoint is blocked: one delivery at a time probes it. */
export const blockedAtFailures = 5;
/** The time that a worker has for a delivery before it is due again. */
export const leaseMs = 60_000;

/** An endpoint with deliveries that are due, or that won't be made because it was disabled or deleted. */
export type DueEndpoint = SealedSecrets & {
  partnerId: PartnerId;
  url: string;
  apiVersion: string;
  failures: number;
  resumedAt: Date | null;
  updatedAt: Date;
  /** Its pending deliveries are to be failed. */
  isAbandoned: boolean;
};

/**
 * Jumps from each endpoint with pending deliveries to the next, so that the cost follows their number and not
 * that of all deliveries or endpoints.
 */
const selectDue = statement<DueEndpoint>({
  name: "webhook-due-endpoints",
  text: `WITH RECURSIVE waiting AS (
      (SELECT endpoint_id FROM webhook_delivery WHERE state = 'pending' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.state = 'pending' AND d.endpoint_id > w.endpoint_id
        ORDER BY d.endpoint_id LIMIT 1)
      FROM waiting w WHERE w.endpoint_id IS NOT NULL)
    SELECT e.id, e.partner_id AS "partnerId", e.url, e.api_version AS "apiVersion", e.failures, e.resumed_at AS "resumedAt", e.updated_at AS "updatedAt",
      e.secret, e.secret_key_id AS "secretKeyId", e.old_secret AS "oldSecret", e.old_secret_key_id AS "oldSecretKeyId",
      e.old_secret_until AS "oldSecretUntil", e.deleted_at IS NOT NULL OR e.state = 'disabled' AS "isAbandoned"
    FROM waiting w JOIN webhook_endpoint e ON e.id = w.endpoint_id
    WHERE e.deleted_at IS NOT NULL OR e.state = 'disabled'
      OR (e.state = 'enabled' AND (e.blocked_until IS NULL OR e.blocked_until <= $1)
        AND EXISTS (SELECT FROM webhook_delivery d
          WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.next_attempt_at <= $1))`,
});

/** Lists the endpoints that something is to be done for now. */
export function listDueEndpoints(now: Date): Promise<DueEndpoint[]> {
  return database.rows(selectDue, [now]);
}

const selectUpdate = statement<{ updatedAt: Date }>({
  name: "webhook-endpoint-last-update",
  text: `SELECT updated_at AS "updatedAt" FROM webhook_endpoint WHERE id = $1 AND state = 'enabled' AND deleted_at IS NULL`,
});

/** Returns when an endpoint's settings or secret changed last; null when nothing is to be sent to it. */
export async function findLastUpdate(id: WebhookEndpointId): Promise<Date | null> {
  const [row] = await database.rows(selectUpdate, [id]);
  return row?.updatedAt ?? null;
}

/** A number of deliveries to take for an endpoint. A probe is one, and no other worker probes the endpoint at the same time. */
export type Claim = { endpointId: WebhookEndpointId; count: number; isProbe: boolean };

/** A delivery that this worker has taken. */
export type ClaimedDelivery = {
  endpointId: WebhookEndpointId;
  eventId: EventId;
  partnerId: PartnerId;
  /** Attempts since it was queued last, and when that was. */
  recentAttempts: number;
  queuedAt: Date;
};

/** The first that are due may wait for earlier ones, and a probe needs one that doesn't. */
const probeLooksAt = 50;

type ClaimRow = ClaimedDelivery & { isTaken: boolean };

/**
 * A delivery whose subject has an earlier pending one to the same endpoint waits: its time becomes the
 * earlier one's, so that it isn't looked at again until then, and the earlier one's end wakes it
 * (recordResults). That misses it when the earlier one ends between our reading and our writing, so one that
 * waits for a delivery under way is looked at again within 5 seconds, not only after the lease. Rows that
 * another worker has locked are skipped, never awaited.
 */
const claim = statement<ClaimRow>({
  name: "webhook-claim",
  text: `WITH asked AS MATERIALIZED (
      SELECT * FROM unnest($2::text[], $3::int[], $4::boolean[]) AS a (endpoint_id, most, is_probe)),
    probed AS (
      UPDATE webhook_endpoint SET blocked_until = $5 WHERE id IN (
        SELECT e.id FROM webhook_endpoint e JOIN asked a ON a.endpoint_id = e.id AND a.is_probe
        WHERE e.blocked_until IS NULL OR e.blocked_until <= $1 FOR NO KEY UPDATE OF e SKIP LOCKED)
      RETURNING id),
    due AS MATERIALIZED (
      SELECT d.*, a.is_probe FROM asked a CROSS JOIN LATERAL (
        SELECT endpoint_id, event_id, subject, next_attempt_at FROM webhook_delivery
        WHERE endpoint_id = a.endpoint_id AND state = 'pending' AND next_attempt_at <= $1
        ORDER BY next_attempt_at, event_id LIMIT CASE WHEN a.is_probe THEN ${probeLooksAt} ELSE a.most END FOR UPDATE SKIP LOCKED) d
      WHERE NOT a.is_probe OR EXISTS (SELECT FROM probed p WHERE p.id = a.endpoint_id)),
    judged AS MATERIALIZED (
      SELECT d.*, (SELECT CASE WHEN b.in_flight THEN least(b.next_attempt_at, $1 + interval '5 seconds') ELSE b.next_attempt_at END
        FROM webhook_delivery b
        WHERE b.endpoint_id = d.endpoint_id AND b.subject = d.subject AND b.state = 'pending' AND b.event_id < d.event_id
        ORDER BY b.event_id LIMIT 1) AS waits_for
      FROM due d),
    placed AS MATERIALIZED (
      SELECT j.*, row_number() OVER (PARTITION BY endpoint_id, waits_for IS NULL ORDER BY next_attempt_at, event_id) AS place
      FROM judged j)
    UPDATE webhook_delivery w SET in_flight = j.waits_for IS NULL,
      next_attempt_at = CASE WHEN j.waits_for IS NULL THEN $5 ELSE greatest(j.waits_for, $1 + interval '1 second') END
    FROM placed j WHERE w.endpoint_id = j.endpoint_id AND w.event_id = j.event_id
      AND NOT (j.is_probe AND j.waits_for IS NULL AND j.place > 1)
    RETURNING w.endpoint_id AS "endpointId", w.event_id AS "eventId", w.partner_id AS "partnerId",
      w.recent_attempts AS "recentAttempts", w.queued_at AS "queuedAt", w.in_flight AS "isTaken"`,
});

const releaseProbes = statement({
  name: "webhook-release-probes",
  text: "UPDATE webhook_endpoint SET blocked_until = $2 WHERE id = ANY($1::text[]) AND blocked_until = $3",
});

/**
 * Takes deliveries that are due, for a minute. No two workers take the same one, nor two of one subject,
 * except after that minute.
 * @returns them in the order of their events, and the endpoints that may have more.
 */
export async function claimDeliveries(
  claims: readonly Claim[],
  now: Date,
): Promise<{ taken: ClaimedDelivery[]; more: Set<WebhookEndpointId> }> {
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows = await database.rows(claim, [
    now,
    claims.map(({ endpointId }) => endpointId),
    claims.map(({ count }) => count),
    claims.map(({ isProbe }) => String(isProbe)),
    leasedUntil,
  ]);
  const seen = Map.groupBy(rows, ({ endpointId }) => endpointId);
  const full = claims.filter(({ endpointId, count }) => (seen.get(endpointId)?.length ?? 0) >= count);
  const withoutProbe = claims
    .filter(({ endpointId, isProbe }) => isProbe && !seen.get(endpointId)?.some(({ isTaken }) => isTaken))
    .map(({ endpointId }) => endpointId);
  if (withoutProbe.length > 0) await database.rows(releaseProbes, [withoutProbe, now, leasedUntil]);
  const taken = rows.filter(({ isTaken }) => isTaken).sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  return { taken, more: new Set(full.map(({ endpointId }) => endpointId)) };
}
