import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { DeltaId } from "#lib/domain/payments/statistics/fold/deltas.ts";

const changes = `SELECT partner_id, buyer_account, day, sum(payments)::integer AS change FROM payment_stat_delta
  WHERE id = ANY($1::bigint[]) AND buyer_account IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(payments) <> 0`;

const previousDay = `coalesce((SELECT max(p.day) FROM payment_customer_day p
  WHERE p.partner_id = d.partner_id AND p.buyer_account = d.buyer_account AND p.day < d.day), '-infinity')`;

const changeDays = statement({
  name: "statistics-fold-change-days",
  text: `MERGE INTO payment_customer_day c USING (${changes}) d
    ON c.partner_id = d.partner_id AND c.buyer_account = d.buyer_account AND c.day = d.day
    WHEN MATCHED AND c.payments + d.change <= 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET payments = c.payments + d.change
    WHEN NOT MATCHED AND d.change > 0 THEN INSERT (partner_id, buyer_account, day, payments, previous_day)
      VALUES (d.partner_id, d.buyer_account, d.day, d.change, ${previousDay})`,
});

// The inserted rows are linked again too: a batch may insert several days of one buyer, which don't see each other above.
const linkDays = statement({
  name: "statistics-fold-link-days",
  text: `WITH changed AS (${changes}),
    linked AS (
      SELECT partner_id, buyer_account, day FROM changed
      UNION
      SELECT partner_id, buyer_account, (SELECT min(n.day) FROM payment_customer_day n
        WHERE n.partner_id = c.partner_id AND n.buyer_account = c.buyer_account AND n.day > c.day)
      FROM changed c)
    UPDATE payment_customer_day d SET previous_day = ${previousDay} FROM linked l
    WHERE d.partner_id = l.partner_id AND d.buyer_account = l.buyer_account AND d.day = l.day
      AND d.previous_day <> ${previousDay}`,
});

/** Applies a batch of deltas to the days of buyers, then links each changed day and the one after it to its previous day. */
export async function foldBuyerDays(tx: Queryable, batch: readonly DeltaId[]): Promise<void> {
  await tx.rows(changeDays, [batch]);
  await tx.rows(linkDays, [batch]);
}
