import type { EventType } from "#lib/core/event-types.ts";
import { type MerchantId, newAscendingIds, type PartnerId, type PaymentId } from "#lib/core/ids.ts";
import { signals } from "#lib/db/signals.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";

/** An event that has just happened. */
export type NewEvent = {
  type: EventType;
  partnerId: PartnerId;
  /** Null for an event of the partner itself. */
  merchantId: MerchantId | null;
  /** A payment and its version after the change, or the JSON text of another resource's state. */
  about: { paymentId: PaymentId; version: number } | { subject: string; data: string };
};

/** SQL: a webhook endpoint wants an event, by its filters of types and merchants; an empty one wants all. Both are aliases. */
export function isWanted(endpoint: string, event: string): string {
  return `(${endpoint}.event_types = '{}' OR ${event}.type = ANY(${endpoint}.event_types))
    AND (${endpoint}.merchant_ids = '{}' OR ${event}.merchant_id = ANY(${endpoint}.merchant_ids))`;
}

/**
 * Writes the statement that inserts the deliveries of new events to the endpoints of their partners that want them.
 * @param events a relation with the events' id, partner_id, merchant_id, type and subject.
 * @param now SQL of the time at which they are due.
 */
export function insertDeliveries(events: string, now: string): string {
  return `INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
    SELECT e.id, n.id, n.partner_id, n.subject, ${now}, ${now}
    FROM ${events} n JOIN webhook_endpoint e ON e.partner_id = n.partner_id
    WHERE e.deleted_at IS NULL AND e.state <> 'disabled' AND ${isWanted("e", "n")}`;
}

const insert = statement<{ partnerId: PartnerId }>({
  name: "events-insert",
  text: `WITH new AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[])
        AS n (id, partner_id, merchant_id, type, payment_id, payment_version, subject, data)),
    event AS (
      INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, data, created_at)
      SELECT id, partner_id, merchant_id, type, payment_id, payment_version, data::jsonb, $9 FROM new)
    ${insertDeliveries("new", "$9")} RETURNING partner_id AS "partnerId"`,
});

/**
 * Records events and their deliveries to the partners' webhook endpoints, in the transaction of the change that they report: what
 * isn't committed is never told, and what is committed always is. Wakes the deliveries after the commit.
 * @param events those of one resource in their order.
 * @param now after the rows of the events' resources are locked, so that events of one resource are in the
 * order of their changes.
 * @throws Error for a second event of a type for a payment's version.
 */
export async function recordEvents(tx: Tx, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  // Deliveries follow the order of their events' ids.
  const ids = newAscendingIds("evt", events.length, now);
  const payments = events.map(({ about }) => ("paymentId" in about ? about : null));
  const others = events.map(({ about }) => ("subject" in about ? about : null));
  const delivered = await tx.rows(insert, [
    ids,
    events.map(({ partnerId }) => partnerId),
    events.map(({ merchantId }) => merchantId),
    events.map(({ type }) => type),
    payments.map((payment) => payment?.paymentId ?? null),
    payments.map((payment) => payment?.version ?? null),
    events.map(({ about }) => ("paymentId" in about ? about.paymentId : about.subject)),
    others.map((other) => other?.data ?? null),
    now,
  ]);
  announceDeliveries(tx, new Set(delivered.map(({ partnerId }) => partnerId)));
}

/** Wakes the deliveries of partners after the commit. */
export function announceDeliveries(tx: Pick<Tx, "afterCommit">, partnerIds: Iterable<PartnerId>): void {
  for (const partnerId of partnerIds) tx.afterCommit(() => signals().announce("till_event", partnerId));
}
