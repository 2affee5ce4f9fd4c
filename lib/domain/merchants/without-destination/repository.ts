import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** A merchant whose money has nowhere to go. `payments` of it have succeeded so far. */
export type MerchantWithoutDestination = { id: MerchantId; name: string; payments: number };

const select = {
  name: "merchants-without-destination",
  text: `SELECT m.id, m.name, r.payments::float8 AS payments
    FROM merchant m CROSS JOIN LATERAL (
      SELECT coalesce(sum(payments), 0) AS payments FROM payment_rollup
      WHERE partner_id = m.partner_id AND merchant_id = m.id AND status = 'succeeded' OFFSET 0) r
    WHERE m.partner_id = $1 AND m.deleted_at IS NULL AND m.status = 'active'
      AND NOT EXISTS (SELECT FROM crypto_settlement s WHERE s.merchant_id = m.id)
    ORDER BY r.payments DESC, m.created_at DESC, m.id LIMIT $2`,
};

/** Active merchants without any crypto settlement, those with the most succeeded payments (as last folded) first. */
export function selectWithoutDestination(
  on: Queryable,
  { partnerId }: PartnerScope,
  limit: number,
): Promise<MerchantWithoutDestination[]> {
  return on.rows<MerchantWithoutDestination>(select, [partnerId, limit]);
}
