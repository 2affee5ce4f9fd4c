import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { DeltaId } from "#lib/domain/payments/statistics/fold/deltas.ts";

const addToRollup = statement({
  name: "statistics-fold-rollup",
  text: `INSERT INTO payment_rollup AS r (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue,
      fees, refunded)
    SELECT d.partner_id, s.merchant_id, d.status, d.token_asset, d.fiat_currency, sum(d.payments), sum(d.revenue),
      sum(d.fees), sum(d.refunded)
    FROM payment_stat_delta d CROSS JOIN LATERAL (VALUES (''), (d.merchant_id)) AS s (merchant_id)
    WHERE d.id = ANY($1::bigint[]) GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (partner_id, merchant_id, status, token_asset, fiat_currency) DO UPDATE
    SET payments = r.payments + excluded.payments, revenue = r.revenue + excluded.revenue,
      fees = r.fees + excluded.fees, refunded = r.refunded + excluded.refunded`,
});

const addToDayRollup = statement({
  name: "statistics-fold-day-rollup",
  text: `INSERT INTO payment_day_rollup AS r (partner_id, day, status, token_asset, fiat_currency, payments, revenue,
      fees, refunded)
    SELECT partner_id, day, status, token_asset, fiat_currency, sum(payments), sum(revenue), sum(fees), sum(refunded)
    FROM payment_stat_delta WHERE id = ANY($1::bigint[])
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(payments) <> 0 OR sum(revenue) <> 0 OR sum(fees) <> 0 OR sum(refunded) <> 0
    ON CONFLICT (partner_id, day, status, token_asset, fiat_currency) DO UPDATE
    SET payments = r.payments + excluded.payments, revenue = r.revenue + excluded.revenue,
      fees = r.fees + excluded.fees, refunded = r.refunded + excluded.refunded`,
});

/** Adds a batch of deltas to the sums of each merchant, of each partner as a whole, and of each UTC day. */
export async function foldSums(tx: Queryable, batch: readonly DeltaId[]): Promise<void> {
  await tx.rows(addToRollup, [batch]);
  await tx.rows(addToDayRollup, [batch]);
}
