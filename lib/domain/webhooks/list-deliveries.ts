import { TillError } from "#lib/core/errors.ts";
import type { EventType } from "#lib/core/event-types.ts";
import { type EventId, isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { Attempt } from "#lib/domain/webhooks/delivery/record-results.ts";
import { getWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";

export const deliveryStates = ["pending", "succeeded", "failed"] as const;

/** The delivery of an event to an endpoint. */
export type WebhookDelivery = {
  eventId: EventId;
  type: EventType;
  /** When the event happened. */
  createdAt: Date;
  state: (typeof deliveryStates)[number];
  /** All attempts, those before a replay included. */
  attempts: number;
  /** When it is tried next; null unless it is pending. */
  nextAttemptAt: Date | null;
  /** When it succeeded or was given up; null while it is pending. */
  finishedAt: Date | null;
};

export type DeliveryFilter = {
  states?: readonly WebhookDelivery["state"][] | undefined;
  types?: readonly EventType[] | undefined;
};

/** Deliveries that one page looks at, at most. */
const perPage = 1_000;

/** Sorts after every event. */
const last = `evt_${"Z".repeat(26)}`;

const columns = `d.event_id AS "eventId", e.type, e.created_at AS "createdAt", d.state, d.attempts,
  CASE WHEN d.state = 'pending' THEN d.next_attempt_at END AS "nextAttemptAt", d.finished_at AS "finishedAt"`;

const select = statement<Row>({
  name: "webhook-deliveries",
  text: `WITH looked_at AS MATERIALIZED (SELECT * FROM webhook_delivery
      WHERE endpoint_id = $1 AND event_id < $2 AND ($3::text[] = '{}' OR state::text = ANY($3::text[]))
      ORDER BY event_id DESC LIMIT CASE WHEN $4::text[] = '{}' THEN $5::int ELSE ${perPage} END),
    found AS (SELECT ${columns} FROM looked_at d JOIN event e ON e.partner_id = d.partner_id AND e.id = d.event_id
      WHERE $4::text[] = '{}' OR e.type = ANY($4::text[]) ORDER BY d.event_id DESC LIMIT $5::int)
    SELECT f.*, (SELECT min(event_id) FROM looked_at) AS "lastSeen", (SELECT count(*)::int FROM looked_at) AS seen
    FROM (SELECT) one LEFT JOIN found f ON true`,
});

type Row = { [K in keyof WebhookDelivery]: WebhookDelivery[K] | null } & { lastSeen: EventId | null; seen: number };

/**
 * Lists an endpoint's deliveries, the newest events first. A page with a filter by type looks at 1,000
 * deliveries at most, so it may be shorter than its limit although more follow.
 * @param after the last event of the page before; null for the first page.
 * @returns `next` is null on the last page.
 * @throws TillError `not_found`.
 */
export async function listWebhookDeliveries(
  scope: PartnerScope,
  id: string,
  { states = [], types = [] }: DeliveryFilter,
  { after, limit }: { after: EventId | null; limit: number },
): Promise<{ deliveries: WebhookDelivery[]; next: EventId | null }> {
  const endpoint = await getWebhookEndpoint(scope, id);
  const rows = await database.rows(select, [endpoint.id, after ?? last, states, types, limit + 1]);
  const found = rows.flatMap(({ lastSeen: _, seen: __, ...row }) =>
    row.eventId === null ? [] : [row as WebhookDelivery],
  );
  const deliveries = found.slice(0, limit);
  const { lastSeen = null, seen = 0 } = rows[0] ?? {};
  if (found.length > limit) return { deliveries, next: deliveries.at(-1)?.eventId ?? null };
  return { deliveries, next: types.length > 0 && seen === perPage ? lastSeen : null };
}

const selectOne = statement<WebhookDelivery>({
  name: "webhook-delivery-one",
  text: `SELECT ${columns} FROM webhook_delivery d JOIN event e ON e.partner_id = d.partner_id AND e.id = d.event_id
    WHERE d.endpoint_id = $1 AND d.event_id = $2`,
});
const selectAttempts = statement<NumberedAttempt>({
  name: "webhook-attempts",
  text: `SELECT number, at, status, error, latency_ms AS "latencyMs", answer FROM webhook_attempt
    WHERE endpoint_id = $1 AND event_id = $2 ORDER BY number DESC LIMIT 100`,
});

export type NumberedAttempt = Attempt & { number: number };

/** Returns a delivery with its attempts, the last 100 at most, newest first. @throws TillError `not_found`. */
export async function getWebhookDelivery(
  scope: PartnerScope,
  id: string,
  eventId: string,
): Promise<{ delivery: WebhookDelivery; attempts: NumberedAttempt[] }> {
  const endpoint = await getWebhookEndpoint(scope, id);
  if (!isId("evt", eventId)) throw new TillError("not_found");
  const [delivery] = await database.rows(selectOne, [endpoint.id, eventId]);
  if (delivery === undefined) throw new TillError("not_found");
  return { delivery, attempts: await database.rows(selectAttempts, [endpoint.id, eventId]) };
}
