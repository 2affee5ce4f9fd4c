import { newOrderedIds } from "#lib/core/ids.ts";
import { insertOf } from "#lib/db/fields.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { announceDeliveries, insertDeliveries } from "#lib/domain/events/record-events.ts";
import { type NewPayment, newPaymentFields } from "#lib/domain/payments/payment.ts";
import { reportTransition } from "#lib/domain/payments/report-transition.ts";

const { columns, parameters, parameterOf, next, values } = insertOf(newPaymentFields);
const createdAt = parameterOf("created_at");

const insert = {
  name: "payment-insert",
  text: `WITH payment AS (
    INSERT INTO payment (${columns}, updated_at)
    SELECT ${parameters}, ${createdAt} FROM merchant m
    WHERE m.id = ${parameterOf("merchant_id")} AND m.partner_id = ${parameterOf("partner_id")}
      AND m.status = 'active' AND m.deleted_at IS NULL
    RETURNING id, partner_id, merchant_id),
  event AS (
    INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, created_at)
    SELECT $${next}, partner_id, merchant_id, 'payment.created', id, 0, ${createdAt} FROM payment
    RETURNING id, partner_id, merchant_id, type, payment_id AS subject),
  delivery AS (${insertDeliveries("event", createdAt)} RETURNING event_id)
  SELECT EXISTS (SELECT FROM delivery) AS "isDelivered" FROM payment`,
};

/**
 * Inserts a payment in requires_action, its public event and the event's deliveries, in one statement.
 * @returns false when the merchant is inactive or not the partner's.
 */
export async function insertPayment(tx: Pick<Tx, "rows" | "afterCommit">, payment: NewPayment): Promise<boolean> {
  const [eventId = null] = newOrderedIds("evt", 1, payment.createdAt);
  const [row] = await tx.rows<{ isDelivered: boolean }>(insert, [...values(payment), eventId]);
  if (row !== undefined) {
    const { id: paymentId, partnerId } = payment;
    const transition = {
      paymentId,
      partnerId,
      from: null,
      to: "requires_action",
      version: 0,
      events: ["created"],
    } as const;
    tx.afterCommit(() => reportTransition(transition));
  }
  if (row?.isDelivered) announceDeliveries(tx, new Set([payment.partnerId]));
  return row !== undefined;
}
