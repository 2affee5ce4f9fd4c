-- Fees and refunds of payments from before the previous migrations. Reads all payments once without a lock that stops a payment; each
-- statement compares the payments and what is recorded in one snapshot, so payments may be written meanwhile. Only the fold waits.

-- Refunds, each at the time of its own success.
INSERT INTO refund_posting (partner_id, payment_id, at, token_asset, fiat_currency, value)
  SELECT partner_id, id, at, token_asset, fiat_currency, value FROM (
    SELECT p.partner_id, p.id, r.updated_at AS at, coalesce(p.token_asset, '') AS token_asset, p.fiat_currency,
      div(p.fiat_value * sum(r.amount) OVER made, p.token_amount)
        - div(p.fiat_value * (sum(r.amount) OVER made - r.amount), p.token_amount) AS value
    FROM refund r JOIN payment p ON p.id = r.payment_id
    WHERE r.state IN ('marked', 'succeeded') AND p.refunded_amount IS NOT NULL
      AND NOT EXISTS (SELECT FROM refund_posting o WHERE o.payment_id = p.id)
    WINDOW made AS (PARTITION BY p.id ORDER BY r.updated_at, r.id)) refunds
  WHERE value > 0;

-- Those of payments that were marked before refunds had rows.
INSERT INTO refund_posting (partner_id, payment_id, at, token_asset, fiat_currency, value)
  SELECT p.partner_id, p.id, coalesce(p.refunded_at, p.updated_at), coalesce(p.token_asset, ''), p.fiat_currency, r.missing
  FROM payment p CROSS JOIN LATERAL (
    SELECT refunded_value(p.fiat_value, p.token_amount, p.refunded_amount, p.refunded_at)
      - coalesce((SELECT sum(value) FROM refund_posting WHERE payment_id = p.id), 0) AS missing) r
  WHERE (p.refunded_amount IS NOT NULL OR p.refunded_at IS NOT NULL) AND r.missing > 0;

-- Pending deltas are subtracted, because the fold will add them.
SELECT pg_advisory_xact_lock(7166014);
INSERT INTO payment_rollup (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue, fees)
  SELECT partner_id, coalesce(merchant_id, ''), status, token, fiat_currency, 0, 0, sum(fees)
  FROM (SELECT partner_id, merchant_id, status, coalesce(token_asset, '') AS token, fiat_currency,
      fee_value(fiat_value, token_amount, token_fee) AS fees FROM payment WHERE status = 'succeeded'
    UNION ALL
    SELECT partner_id, merchant_id, status, token_asset, fiat_currency, -fees FROM payment_stat_delta) f
  GROUP BY GROUPING SETS ((partner_id, merchant_id, status, token, fiat_currency), (partner_id, status, token, fiat_currency))
  HAVING sum(fees) <> 0
  ON CONFLICT (partner_id, merchant_id, status, token_asset, fiat_currency) DO UPDATE SET fees = excluded.fees;

-- The rows that have refunds, by the day of the payment so far, are all set again.
INSERT INTO payment_day_rollup (partner_id, day, status, token_asset, fiat_currency, payments, revenue, fees, refunded)
  SELECT partner_id, day, status, token, fiat_currency, 0, 0, sum(fees), sum(refunded)
  FROM (SELECT partner_id, utc_day(created_at) AS day, status, coalesce(token_asset, '') AS token, fiat_currency,
      fee_value(fiat_value, token_amount, token_fee) AS fees, 0 AS refunded FROM payment WHERE status = 'succeeded'
    UNION ALL
    SELECT partner_id, utc_day(at), 'succeeded', token_asset, fiat_currency, 0, value FROM refund_posting
    UNION ALL
    SELECT partner_id, day, status, token_asset, fiat_currency, -fees, -refunded FROM payment_stat_delta
    UNION ALL
    SELECT partner_id, day, status, token_asset, fiat_currency, 0, 0 FROM payment_day_rollup WHERE refunded <> 0) d
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (partner_id, day, status, token_asset, fiat_currency) DO UPDATE
  SET fees = excluded.fees, refunded = excluded.refunded;
