import { newAscendingIds } from "#lib/core/ids.ts";
import { insertOf } from "#lib/db/fields.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { announceDeliveries, insertDeliveries } from "#lib/domain/events/record-events.ts";
import { type NewPayment, newPaymentFields } from "#lib/domain/payments/payment.ts";
import { reportTransition } from "#lib/domain/payments/report-transition.ts";
import { type AnsweredKey, answeredKeyValues, insertAnsweredKey } from "#lib/domain/platform/idempotency/repository.ts";

const { columns, parameters, parameterOf, next, values } = insertOf(newPaymentFields);
const createdAt = parameterOf("created_at");

/** The payment's merchant if it can receive payments. */
const activeMerchant = `(SELECT FROM merchant WHERE id = ${parameterOf("merchant_id")}
    AND partner_id = ${parameterOf("partner_id")} AND status = 'active' AND deleted_at IS NULL) m`;

/** @param queries run before the payment's. @param source has one row if the payment may be inserted. */
const insertFrom = (queries: string, source: string) => `WITH ${queries} payment AS (
    INSERT INTO payment (${columns}, updated_at)
    SELECT ${parameters}, ${createdAt} FROM ${source}
    RETURNING id, partner_id, merchant_id),
  event AS (
    INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, created_at)
    SELECT $${next}, partner_id, merchant_id, 'payment.created', id, 0, ${createdAt} FROM payment
    RETURNING id, partner_id, merchant_id, type, payment_id AS subject),
  delivery AS (${insertDeliveries("event", createdAt)} RETURNING event_id)
  SELECT EXISTS (SELECT FROM delivery) AS "isDelivered" FROM payment`;

type Inserted = { isDelivered: boolean };
const insert = statement<Inserted>({ name: "payment-insert", text: insertFrom("", activeMerchant) });
const insertOnce = statement<Inserted>({
  name: "payment-insert-once",
  text: insertFrom(`remembered AS (${insertAnsweredKey(next + 1, activeMerchant, createdAt)}),`, "remembered"),
});

/**
 * Inserts a payment in requires_action, its public event and the event's deliveries, in one statement.
 * @param key is stored in the same statement.
 * @returns false when the merchant is inactive or not the partner's, or the key was used before.
 */
export async function insertPayment(
  tx: Pick<Tx, "rows" | "afterCommit">,
  payment: NewPayment,
  key: AnsweredKey | null = null,
): Promise<boolean> {
  const [eventId = null] = newAscendingIds("evt", 1, payment.createdAt);
  const inserted = [...values(payment), eventId];
  const [row] =
    key === null
      ? await tx.rows(insert, inserted)
      : await tx.rows(insertOnce, [...inserted, ...answeredKeyValues(key)]);
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
