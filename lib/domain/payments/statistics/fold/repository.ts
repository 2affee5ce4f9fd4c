import type { Queryable } from "#lib/db/pool.ts";

// `cells` are what each buyer that is touched has with a merchant or the partner, by token and status, before and after. From
// them follow its rows of payment_customer, and how many buyers there are of each kind. Nobody else writes any of these
// tables, so that what the statement reads at its beginning is how they are. OFFSET 0: the buyers are looked up one by one.
// `day_cells` are the same of a buyer's days, from the first one that is touched on: a day that comes or goes changes which
// day the next one follows.
const fold = {
  name: "payment-statistics-fold",
  text: `WITH gone AS (
      DELETE FROM payment_stat_delta WHERE id IN (SELECT id FROM payment_stat_delta ORDER BY id LIMIT $1)
      RETURNING partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day, payments, revenue),
    added AS (
      SELECT g.partner_id, s.merchant_id, status, token_asset, fiat_currency, buyer_account, payments, revenue
      FROM gone g CROSS JOIN LATERAL (VALUES (''), (g.merchant_id)) AS s (merchant_id)),
    folded AS (
      INSERT INTO payment_rollup AS r (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue)
      SELECT partner_id, merchant_id, status, token_asset, fiat_currency, sum(payments), sum(revenue) FROM added
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (partner_id, merchant_id, status, token_asset, fiat_currency) DO UPDATE
      SET payments = r.payments + excluded.payments, revenue = r.revenue + excluded.revenue),
    moved AS (
      SELECT partner_id, merchant_id, buyer_account, token_asset, status, sum(payments)::integer AS change FROM added
      WHERE buyer_account IS NOT NULL GROUP BY 1, 2, 3, 4, 5 HAVING sum(payments) <> 0),
    known AS (
      SELECT b.partner_id, b.merchant_id, b.buyer_account, c.token_asset, c.status, c.payments, c.place
      FROM (SELECT DISTINCT partner_id, merchant_id, buyer_account FROM moved) b CROSS JOIN LATERAL (
        SELECT token_asset, status, payments, ctid AS place FROM payment_customer c
        WHERE (c.partner_id, c.merchant_id, c.buyer_account) = (b.partner_id, b.merchant_id, b.buyer_account)
        OFFSET 0) c),
    cells AS (
      SELECT partner_id, merchant_id, buyer_account, token_asset, status, max(place) AS place,
        sum(payments)::integer AS before, sum(payments + change)::integer AS after
      FROM (SELECT *, 0 AS change FROM known UNION ALL
        SELECT partner_id, merchant_id, buyer_account, token_asset, status, 0, null, change FROM moved) c
      GROUP BY 1, 2, 3, 4, 5),
    kept AS (
      INSERT INTO payment_customer AS c (partner_id, merchant_id, buyer_account, token_asset, status, payments)
      SELECT partner_id, merchant_id, buyer_account, token_asset, status, after FROM cells
      WHERE after <> before AND after > 0
      ON CONFLICT (partner_id, merchant_id, buyer_account, token_asset, status) DO UPDATE SET payments = excluded.payments),
    ended AS (
      DELETE FROM payment_customer WHERE ctid = ANY(ARRAY(SELECT place FROM cells WHERE after <= 0 AND before > 0))),
    before_and_after AS (
      SELECT partner_id, merchant_id, tokens, buyer_account,
        coalesce(bit_or(customer_status(status)) FILTER (WHERE before > 0), 0) AS before,
        coalesce(bit_or(customer_status(status)) FILTER (WHERE after > 0), 0) AS after
      FROM cells CROSS JOIN LATERAL unnest(customer_tokens(token_asset)) AS tokens GROUP BY 1, 2, 3, 4),
    mixes AS (
      SELECT partner_id, merchant_id,
        jsonb_object_agg(tokens, before) FILTER (WHERE before > 0)::text AS mix_before,
        jsonb_object_agg(tokens, after) FILTER (WHERE after > 0)::text AS mix_after,
        count(*) FILTER (WHERE before > 0) AS tokens_before, count(*) FILTER (WHERE after > 0) AS tokens_after
      FROM before_and_after WHERE tokens LIKE '%/_%' GROUP BY partner_id, merchant_id, buyer_account HAVING count(*) > 1),
    mixed AS (
      INSERT INTO payment_customer_mix AS m (partner_id, merchant_id, tokens, customers)
      SELECT partner_id, merchant_id, s.mix, sum(s.customers)
      FROM mixes CROSS JOIN LATERAL
        (VALUES (mix_before, tokens_before, -1), (mix_after, tokens_after, 1)) AS s (mix, tokens, customers)
      WHERE mix_before IS DISTINCT FROM mix_after AND s.tokens > 1 GROUP BY 1, 2, 3 HAVING sum(s.customers) <> 0
      ON CONFLICT (partner_id, merchant_id, tokens) DO UPDATE SET customers = m.customers + excluded.customers),
    counted AS (
      INSERT INTO payment_customer_rollup AS r (partner_id, merchant_id, tokens, statuses, customers)
      SELECT partner_id, merchant_id, tokens, s.statuses, sum(s.customers)
      FROM before_and_after CROSS JOIN LATERAL (VALUES (before, -1), (after, 1)) AS s (statuses, customers)
      WHERE before <> after AND s.statuses <> 0 GROUP BY 1, 2, 3, 4 HAVING sum(s.customers) <> 0
      ON CONFLICT (partner_id, merchant_id, tokens, statuses) DO UPDATE SET customers = r.customers + excluded.customers),
    by_day AS (
      INSERT INTO payment_day_rollup AS r (partner_id, day, status, token_asset, fiat_currency, payments, revenue)
      SELECT partner_id, day, status, token_asset, fiat_currency, sum(payments), sum(revenue) FROM gone
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(payments) <> 0 OR sum(revenue) <> 0
      ON CONFLICT (partner_id, day, status, token_asset, fiat_currency) DO UPDATE
      SET payments = r.payments + excluded.payments, revenue = r.revenue + excluded.revenue),
    moved_days AS (
      SELECT partner_id, buyer_account, day, sum(payments)::integer AS change FROM gone
      WHERE buyer_account IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(payments) <> 0),
    day_buyers AS (
      SELECT b.partner_id, b.buyer_account, b.since, e.day AS earlier
      FROM (SELECT partner_id, buyer_account, min(day) AS since FROM moved_days GROUP BY 1, 2) b CROSS JOIN LATERAL (
        SELECT coalesce(max(day), '-infinity') AS day FROM payment_customer_day d
        WHERE d.partner_id = b.partner_id AND d.buyer_account = b.buyer_account AND d.day < b.since OFFSET 0) e),
    known_days AS (
      SELECT b.partner_id, b.buyer_account, d.day, d.payments, d.previous_day, d.place
      FROM day_buyers b CROSS JOIN LATERAL (
        SELECT day, payments, previous_day, ctid AS place FROM payment_customer_day d
        WHERE d.partner_id = b.partner_id AND d.buyer_account = b.buyer_account AND d.day >= b.since OFFSET 0) d),
    day_cells AS (
      SELECT partner_id, buyer_account, day, max(place) AS place, max(previous_day) AS previous_before,
        sum(payments)::integer AS before, sum(payments + change)::integer AS after
      FROM (SELECT *, 0 AS change FROM known_days UNION ALL
        SELECT partner_id, buyer_account, day, 0, null, null, change FROM moved_days) c
      GROUP BY 1, 2, 3),
    kept_days AS (
      INSERT INTO payment_customer_day AS d (partner_id, buyer_account, day, payments, previous_day)
      SELECT partner_id, buyer_account, day, after, previous_after
      FROM (SELECT c.*, coalesce(lag(c.day) OVER (PARTITION BY c.partner_id, c.buyer_account ORDER BY c.day), b.earlier)
          AS previous_after
        FROM day_cells c JOIN day_buyers b USING (partner_id, buyer_account) WHERE c.after > 0) c
      WHERE after <> before OR previous_after IS DISTINCT FROM previous_before
      ON CONFLICT (partner_id, buyer_account, day) DO UPDATE
      SET payments = excluded.payments, previous_day = excluded.previous_day),
    ended_days AS (
      DELETE FROM payment_customer_day WHERE ctid = ANY(ARRAY(
        SELECT place FROM day_cells WHERE after <= 0 AND before > 0)))
    SELECT count(*) AS folded FROM gone`,
};
const takeTurn = { name: "payment-statistics-turn", text: "SELECT pg_try_advisory_xact_lock(7166014) AS taken" };

/**
 * Folds up to `limit` deltas into the rollups, in one statement, so that every reader sees each of them exactly once.
 * One folder at a time: another one's call folds nothing.
 * @returns how many were folded.
 */
export async function foldDeltas(tx: Queryable, limit: number): Promise<number> {
  const [turn] = await tx.rows<{ taken: boolean }>(takeTurn, []);
  if (turn?.taken !== true) return 0;
  const [row] = await tx.rows<{ folded: string }>(fold, [limit]);
  return Number(row?.folded ?? 0);
}
