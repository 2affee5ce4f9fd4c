import { clock } from "#lib/core/clock.ts";
import type { EventId, MerchantId, PaymentId, RefundId, WebhookEndpointId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";

/** Ids of a partner's newest records, null where there is none. */
export type NewestIds = {
  paymentId: PaymentId | null;
  /** The payment's merchant; without a payment, the newest merchant. */
  merchantId: MerchantId | null;
  /** A settlement destination of that merchant. */
  settlementId: string | null;
  refundId: RefundId | null;
  eventId: EventId | null;
  endpointId: WebhookEndpointId | null;
};

const select = statement<NewestIds>({
  name: "partner-newest-ids",
  text: `WITH chosen AS (
      SELECT coalesce(
        (SELECT id FROM payment WHERE partner_id = $1 AND status = $2::payment_status
          AND (status <> 'requires_action' OR expires_at > $3) ORDER BY created_at DESC, id DESC LIMIT 1),
        (SELECT id FROM payment WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)) AS payment_id),
    shop AS (
      SELECT coalesce(
        (SELECT m.id FROM payment p JOIN merchant m ON m.id = p.merchant_id
          WHERE p.id = (SELECT payment_id FROM chosen) AND m.deleted_at IS NULL),
        (SELECT id FROM merchant WHERE partner_id = $1 AND deleted_at IS NULL
          ORDER BY created_at DESC, id DESC LIMIT 1)) AS merchant_id)
    SELECT chosen.payment_id AS "paymentId", shop.merchant_id AS "merchantId",
      (SELECT id FROM settlement_destination WHERE merchant_id = shop.merchant_id
        ORDER BY created_at DESC, id DESC LIMIT 1) AS "settlementId",
      (SELECT r.id FROM refund r WHERE r.payment_id = (SELECT e.payment_id FROM event e
        WHERE e.partner_id = $1 AND e.type = 'refund.requested' ORDER BY e.id DESC LIMIT 1)
        ORDER BY r.created_at DESC, r.id DESC LIMIT 1) AS "refundId",
      (SELECT id FROM event WHERE partner_id = $1 ORDER BY id DESC LIMIT 1) AS "eventId",
      (SELECT id FROM webhook_endpoint WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) AS "endpointId"
    FROM chosen, shop`,
});

/**
 * Gets ids of the partner's newest records. The statement reads a bounded number of rows.
 * @param status that the payment has, if there is one.
 */
export async function getNewestIds(
  { partnerId }: PartnerScope,
  status: PaymentStatus | null,
  on: Queryable = database,
): Promise<NewestIds> {
  const [row] = await on.rows(select, [partnerId, status, clock.now()]);
  if (row === undefined) throw new Error("a SELECT of one row returned none");
  return row;
}
