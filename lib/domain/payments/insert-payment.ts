import { newOrderedIds } from "#lib/core/ids.ts";
import { type AtomicAmount, formatUnit } from "#lib/core/money.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { announceDeliveries, insertDeliveries } from "#lib/domain/events/record-events.ts";
import type { LineItem, Payment } from "#lib/domain/payments/payment.ts";
import { reportTransition } from "#lib/domain/payments/report-transition.ts";

/** A payment that is checked and priced, but not stored yet. */
export type NewPayment = Pick<
  Payment,
  | "id"
  | "partnerId"
  | "merchantId"
  | "referenceId"
  | "description"
  | "lineItems"
  | "amount"
  | "fees"
  | "createdAt"
  | "expiresAt"
  | "checkout"
> & {
  /** The amount in fiat: as requested, or a token amount at the par of its peg. */
  fiat: { currency: string; value: AtomicAmount };
  /** Millionths of a US dollar, for sorting. */
  amountRank: AtomicAmount;
  /** In the amount's own smallest units. */
  feeTotal: AtomicAmount;
};

const insert = {
  name: "payment-insert",
  text: `WITH payment AS (
    INSERT INTO payment (id, partner_id, merchant_id, reference_id, unit, value, fee_currency, fee_fixed, fee_ppm,
      success_url, error_url, created_at, updated_at, expires_at, fiat_currency, fiat_value, amount_rank, fee_total,
      token_asset, token_amount, description, line_items)
    SELECT $1, $2, m.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, $17, $18, $19, $21, $22::jsonb FROM merchant m
    WHERE m.id = $3 AND m.partner_id = $2 AND m.status = 'active' AND m.deleted_at IS NULL
    RETURNING id, partner_id, merchant_id),
  event AS (
    INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, created_at)
    SELECT $20, partner_id, merchant_id, 'payment.created', id, 0, $12 FROM payment
    RETURNING id, partner_id, merchant_id, type, payment_id AS subject),
  delivery AS (${insertDeliveries("event", "$12")} RETURNING event_id)
  SELECT EXISTS (SELECT FROM delivery) AS "isDelivered" FROM payment`,
};

/**
 * Inserts a payment in requires_action, its public event and the event's deliveries, in one statement.
 * @returns false when the merchant is inactive or not the partner's.
 */
export async function insertPayment(tx: Pick<Tx, "rows" | "afterCommit">, payment: NewPayment): Promise<boolean> {
  const { unit, value } = payment.amount;
  const [eventId = null] = newOrderedIds("evt", 1, payment.createdAt);
  const [row] = await tx.rows<{ isDelivered: boolean }>(insert, [
    payment.id,
    payment.partnerId,
    payment.merchantId,
    payment.referenceId,
    formatUnit(unit),
    value,
    payment.fees.currency,
    payment.fees.fixed,
    payment.fees.partsPerMillion,
    payment.checkout?.successUrl ?? null,
    payment.checkout?.errorUrl ?? null,
    payment.createdAt,
    payment.expiresAt,
    payment.fiat.currency,
    payment.fiat.value,
    payment.amountRank,
    payment.feeTotal,
    unit.kind === "token" ? unit.asset : null,
    unit.kind === "token" ? value : null,
    eventId,
    payment.description,
    storedLineItems(payment.lineItems),
  ]);
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

/** The line items as JSON with totals as digits, because a JSON number can't hold every amount; null for none. */
function storedLineItems(lineItems: readonly LineItem[]): string | null {
  if (lineItems.length === 0) return null;
  return JSON.stringify(lineItems.map(({ name, quantity, total }) => ({ name, quantity, total: total.toString() })));
}
