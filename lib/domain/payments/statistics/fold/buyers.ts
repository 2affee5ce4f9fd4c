import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { DeltaId } from "#lib/domain/payments/statistics/fold/deltas.ts";

// Buyers count for their merchant and, under an empty merchant id, for the partner as a whole.
const buyerDeltas = `payment_stat_delta d CROSS JOIN LATERAL (VALUES (''), (d.merchant_id)) AS s (merchant_id)
  WHERE d.id = ANY($1::bigint[]) AND d.buyer_account IS NOT NULL`;

/** Adds ($2 = 1) or subtracts ($2 = -1) the buyers of a batch, as their rows of payment_customer are at that moment. */
const countBuyers = statement({
  name: "statistics-fold-count-buyers",
  text: `WITH buyer AS (
      SELECT DISTINCT d.partner_id, s.merchant_id, d.buyer_account FROM ${buyerDeltas}),
    buyer_statuses AS (
      SELECT partner_id, merchant_id, buyer_account, tokens, bit_or(customer_status(c.status)) AS statuses
      FROM buyer JOIN payment_customer c USING (partner_id, merchant_id, buyer_account)
        CROSS JOIN LATERAL unnest(customer_tokens(c.token_asset)) AS tokens
      GROUP BY 1, 2, 3, 4),
    mixed AS (
      INSERT INTO payment_customer_mix AS m (partner_id, merchant_id, tokens, customers)
      SELECT partner_id, merchant_id, mix, $2::integer * count(*)
      FROM (SELECT partner_id, merchant_id, jsonb_object_agg(tokens, statuses)::text AS mix FROM buyer_statuses
        WHERE tokens LIKE '%/_%' GROUP BY partner_id, merchant_id, buyer_account HAVING count(*) > 1) b
      GROUP BY 1, 2, 3
      ON CONFLICT (partner_id, merchant_id, tokens) DO UPDATE SET customers = m.customers + excluded.customers)
    INSERT INTO payment_customer_rollup AS r (partner_id, merchant_id, tokens, statuses, customers)
    SELECT partner_id, merchant_id, tokens, statuses, $2::integer * count(*) FROM buyer_statuses GROUP BY 1, 2, 3, 4
    ON CONFLICT (partner_id, merchant_id, tokens, statuses) DO UPDATE SET customers = r.customers + excluded.customers`,
});

const changeBuyers = statement({
  name: "statistics-fold-change-buyers",
  text: `MERGE INTO payment_customer c
    USING (SELECT d.partner_id, s.merchant_id, d.buyer_account, d.token_asset, d.status, sum(d.payments)::integer AS change
      FROM ${buyerDeltas} GROUP BY 1, 2, 3, 4, 5 HAVING sum(d.payments) <> 0) d
    ON c.partner_id = d.partner_id AND c.merchant_id = d.merchant_id AND c.buyer_account = d.buyer_account
      AND c.token_asset = d.token_asset AND c.status = d.status
    WHEN MATCHED AND c.payments + d.change <= 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET payments = c.payments + d.change
    WHEN NOT MATCHED AND d.change > 0 THEN
      INSERT (partner_id, merchant_id, buyer_account, token_asset, status, payments)
      VALUES (d.partner_id, d.merchant_id, d.buyer_account, d.token_asset, d.status, d.change)`,
});

/**
 * Applies a batch of deltas to the rows and the counts of buyers. Subtracts the buyers from the counts, changes their rows
 * and adds them back: no case analysis of which statuses and tokens a buyer gained or lost.
 */
export async function foldBuyers(tx: Queryable, batch: readonly DeltaId[]): Promise<void> {
  await tx.rows(countBuyers, [batch, -1]);
  await tx.rows(changeBuyers, [batch]);
  await tx.rows(countBuyers, [batch, 1]);
}
