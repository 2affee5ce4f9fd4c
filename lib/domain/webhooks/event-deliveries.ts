import type { EventType } from "#lib/core/event-types.ts";
import type { EventId, PaymentId, WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { WebhookDelivery } from "#lib/domain/webhooks/list-deliveries.ts";

/** The number of endpoints to which an event was delivered, is still to be delivered, and couldn't be delivered. */
export type DeliveredTo = { succeeded: number; pending: number; failed: number };

/** The event is `e`. Reads one delivery for each of the partner's endpoints, of which there are 16 at most. */
const deliveredTo = `CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE d.state = 'succeeded')::int AS succeeded,
      count(*) FILTER (WHERE d.state = 'pending')::int AS pending, count(*) FILTER (WHERE d.state = 'failed')::int AS failed
    FROM webhook_endpoint w JOIN webhook_delivery d ON d.endpoint_id = w.id AND d.event_id = e.id
    WHERE w.partner_id = e.partner_id AND w.deleted_at IS NULL) t`;

const selectOfEvents = statement<DeliveredTo & { id: EventId }>({
  name: "webhook-events-delivered-to",
  text: `SELECT e.id, t.* FROM unnest($2::text[]) AS n (id) JOIN event e ON e.partner_id = $1 AND e.id = n.id ${deliveredTo}`,
});

/** Counts the endpoints of each event by what became of its delivery, by one statement for all of them. */
export async function countDeliveredTo(
  { partnerId }: PartnerScope,
  ids: readonly EventId[],
): Promise<Map<EventId, DeliveredTo>> {
  if (ids.length === 0) return new Map();
  const rows = await database.rows(selectOfEvents, [partnerId, ids]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** A public event of a payment, and the payment's version after it. */
export type EventOfPayment = DeliveredTo & { id: EventId; type: EventType; version: number };

// A payment implies its partner; as an equality, it would have the planner read all of the partner's events.
const selectOfPayment = statement<EventOfPayment, "version">({
  name: "webhook-payment-events",
  text: `SELECT e.id, e.type, e.payment_version AS version, t.* FROM event e ${deliveredTo}
    WHERE e.payment_id = $2 AND e.partner_id IS NOT DISTINCT FROM $1 ORDER BY e.id`,
});

/** Lists the public events of a payment with what became of their deliveries, oldest first, by one statement. */
export function listEventsOfPayment({ partnerId }: PartnerScope, id: PaymentId): Promise<EventOfPayment[]> {
  return database.rows(selectOfPayment, [partnerId, id]);
}

/** The delivery of an event to one endpoint. */
export type DeliveryToEndpoint = Pick<WebhookDelivery, "state" | "attempts" | "nextAttemptAt" | "finishedAt"> & {
  endpointId: WebhookEndpointId;
  url: string;
  description: string;
};

const selectOfEvent = statement<DeliveryToEndpoint>({
  name: "webhook-deliveries-of-event",
  text: `SELECT w.id AS "endpointId", w.url, w.description, d.state, d.attempts,
      CASE WHEN d.state = 'pending' THEN d.next_attempt_at END AS "nextAttemptAt", d.finished_at AS "finishedAt"
    FROM webhook_endpoint w JOIN webhook_delivery d ON d.endpoint_id = w.id AND d.event_id = $2
    WHERE w.partner_id = $1 AND w.deleted_at IS NULL ORDER BY w.created_at, w.id`,
});

/** Lists the deliveries of an event to the partner's endpoints, in the order of the endpoints; none for an unknown event. */
export function listDeliveriesOfEvent({ partnerId }: PartnerScope, id: EventId): Promise<DeliveryToEndpoint[]> {
  return database.rows(selectOfEvent, [partnerId, id]);
}
