import type { MerchantId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { countMerchants } from "#lib/domain/merchants/list-merchants.ts";

/** A merchant without any settlement destination. */
export type MerchantWithoutDestination = {
  id: MerchantId;
  name: string;
  /** The number of its succeeded payments, as of the last statistics rollup. */
  payments: number;
};

const select = statement<MerchantWithoutDestination>({
  name: "merchants-without-destination",
  text: `SELECT m.id, m.name, r.payments::float8 AS payments
    FROM merchant m CROSS JOIN LATERAL (
      SELECT coalesce(sum(payments), 0) AS payments FROM payment_rollup
      WHERE partner_id = m.partner_id AND merchant_id = m.id AND status = 'succeeded' OFFSET 0) r
    WHERE m.partner_id = $1 AND m.deleted_at IS NULL AND m.status = 'active'
      AND NOT EXISTS (SELECT FROM settlement_destination s WHERE s.merchant_id = m.id)
    ORDER BY r.payments DESC, m.created_at DESC, m.id LIMIT $2`,
});

/** Lists active merchants without a settlement destination, those with the most succeeded payments first. */
export function listMerchantsWithoutDestination(
  { partnerId }: PartnerScope,
  limit: number,
  on: Queryable = database,
): Promise<MerchantWithoutDestination[]> {
  return on.rows(select, [partnerId, limit]);
}

/** Counts the partner's merchants without a settlement destination: their payments have no payout. */
export function countMerchantsWithoutDestination(scope: PartnerScope): Promise<number> {
  return countMerchants(scope, { lacksDestination: true });
}
