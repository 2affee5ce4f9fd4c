import type { EventType } from "#lib/core/event-types.ts";
import { type MerchantId, newId, type PartnerId, type PaymentId } from "#lib/core/ids.ts";
import { signals } from "#lib/db/signals.ts";
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

const insert = {
  name: "events-insert",
  text: `WITH new AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[])
        AS n (id, partner_id, merchant_id, type, payment_id, payment_version, subject, data)),
    event AS (
      INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, data, created_at)
      SELECT id, partner_id, merchant_id, type, payment_id, payment_version, data::jsonb, $9 FROM new)
    INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
    SELECT e.id, n.id, n.partner_id, n.subject, $9, $9 FROM new n JOIN webhook_endpoint e ON e.partner_id = n.partner_id
    WHERE e.deleted_at IS NULL AND e.state <> 'disabled' AND (e.event_types = '{}' OR n.type = ANY(e.event_types))
      AND (e.merchant_ids = '{}' OR n.merchant_id = ANY(e.merchant_ids))
    RETURNING partner_id AS "partnerId"`,
};

/**
 * Records events and their deliveries to the partners' webhook endpoints, in the transaction of the change that they report: what
 * isn't committed is never told, and what is committed always is. Wakes the deliveries after the commit.
 * @param events those of one resource in their order.
 * @throws Error for a second event of a type for a payment's version.
 */
export async function recordEvents(tx: Tx, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  // Ids of one millisecond are in no order, and deliveries follow theirs.
  const ids = events.map(() => newId("evt", now)).sort();
  const payments = events.map(({ about }) => ("paymentId" in about ? about : null));
  const others = events.map(({ about }) => ("subject" in about ? about : null));
  const delivered = await tx.rows<{ partnerId: PartnerId }>(insert, [
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
  const partners = new Set(delivered.map(({ partnerId }) => partnerId));
  if (partners.size > 0) tx.afterCommit(() => announce(partners));
}

function announce(partners: ReadonlySet<PartnerId>): void {
  for (const partnerId of partners) signals().announce("till_event", partnerId);
}
