-- Fees, and refunds on the day on which they were made, so that net revenue is known for any period. The columns have a constant
-- default, so no row is rewritten.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "payment_stat_delta" ADD COLUMN "fees" DECIMAL(78,0) NOT NULL DEFAULT 0;
ALTER TABLE "payment_rollup" ADD COLUMN "fees" DECIMAL(78,0) NOT NULL DEFAULT 0;
ALTER TABLE "payment_day_rollup" ADD COLUMN "fees" DECIMAL(78,0) NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "refund_posting" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "token_asset" TEXT NOT NULL,
    "fiat_currency" TEXT NOT NULL,
    "value" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "refund_posting_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_posting_partner_id_at_idx" ON "refund_posting"("partner_id", "at");

-- CreateIndex
CREATE INDEX "refund_posting_payment_id_idx" ON "refund_posting"("payment_id");

-- From here on written by hand.
CREATE TRIGGER refund_posting_append_only BEFORE UPDATE OR DELETE ON refund_posting
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- The fiat value of a payment's fee: the fee's part of the tokens that were paid, rounded to the nearest unit.
CREATE FUNCTION fee_value(fiat_value numeric, token_amount numeric, token_fee numeric)
RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN token_fee > 0 AND token_amount > 0
    THEN div(2 * fiat_value * token_fee + token_amount, 2 * token_amount) ELSE 0 END
$$;

-- As before, with fees. Refunds are a delta of their own, on the day on which they were made.
CREATE OR REPLACE FUNCTION payment_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refunded_before numeric := 0;
  refunded_now numeric := refunded_value(NEW.fiat_value, NEW.token_amount, NEW.refunded_amount, NEW.refunded_at);
  refunded_on date;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
      payments, revenue, fees)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      NEW.buyer_account, utc_day(NEW.created_at), 1, CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END,
      CASE NEW.status WHEN 'succeeded' THEN fee_value(NEW.fiat_value, NEW.token_amount, NEW.token_fee) ELSE 0 END);
  ELSE
    refunded_before := refunded_value(OLD.fiat_value, OLD.token_amount, OLD.refunded_amount, OLD.refunded_at);
    IF (OLD.status, OLD.token_asset, OLD.buyer_account)
      IS DISTINCT FROM (NEW.status, NEW.token_asset, NEW.buyer_account) THEN
      INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
        payments, revenue, fees)
      VALUES (OLD.partner_id, OLD.merchant_id, OLD.status, coalesce(OLD.token_asset, ''), OLD.fiat_currency,
          OLD.buyer_account, utc_day(OLD.created_at), -1,
          CASE OLD.status WHEN 'succeeded' THEN -OLD.fiat_value ELSE 0 END,
          CASE OLD.status WHEN 'succeeded' THEN -fee_value(OLD.fiat_value, OLD.token_amount, OLD.token_fee) ELSE 0 END),
        (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
          NEW.buyer_account, utc_day(NEW.created_at), 1,
          CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END,
          CASE NEW.status WHEN 'succeeded' THEN fee_value(NEW.fiat_value, NEW.token_amount, NEW.token_fee) ELSE 0 END);
    END IF;
  END IF;
  IF refunded_now <> refunded_before THEN
    INSERT INTO refund_posting (partner_id, payment_id, at, token_asset, fiat_currency, value)
      VALUES (NEW.partner_id, NEW.id, NEW.updated_at, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
        refunded_now - refunded_before);
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, day, payments, revenue,
      refunded)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      utc_day(NEW.updated_at), 0, 0, refunded_now - refunded_before);
  END IF;
  RETURN NULL;
END $$;

-- As before, with fees, and with refunds by their own day. After a bulk load without triggers, the refunds of a payment are posted
-- at once, when the last of them was made.
CREATE OR REPLACE FUNCTION count_payment_statistics(partner text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7166014);
  INSERT INTO refund_posting (partner_id, payment_id, at, token_asset, fiat_currency, value)
    SELECT p.partner_id, p.id, coalesce(p.refunded_at, p.updated_at), coalesce(p.token_asset, ''), p.fiat_currency, r.missing
    FROM payment p CROSS JOIN LATERAL (
      SELECT refunded_value(p.fiat_value, p.token_amount, p.refunded_amount, p.refunded_at)
        - coalesce((SELECT sum(value) FROM refund_posting WHERE payment_id = p.id), 0) AS missing) r
    WHERE p.partner_id = partner AND (p.refunded_amount IS NOT NULL OR p.refunded_at IS NOT NULL) AND r.missing > 0;
  DELETE FROM payment_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer WHERE partner_id = partner;
  DELETE FROM payment_customer_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer_mix WHERE partner_id = partner;
  DELETE FROM payment_day_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer_day WHERE partner_id = partner;
  WITH gone AS (DELETE FROM payment_stat_delta WHERE partner_id = partner),
    customers AS (
      INSERT INTO payment_customer (partner_id, merchant_id, buyer_account, token_asset, status, payments)
      SELECT partner, coalesce(p.merchant_id, ''), p.buyer_account, p.token, p.status, count(*)
      FROM (SELECT merchant_id, buyer_account, coalesce(token_asset, '') AS token, status FROM payment
        WHERE partner_id = partner AND buyer_account IS NOT NULL) p
      GROUP BY GROUPING SETS ((merchant_id, buyer_account, token, status), (buyer_account, token, status))
      RETURNING merchant_id, buyer_account, token_asset, status),
    had AS (
      SELECT merchant_id, buyer_account, tokens, bit_or(customer_status(status)) AS statuses
      FROM customers CROSS JOIN LATERAL unnest(customer_tokens(token_asset)) AS tokens GROUP BY 1, 2, 3),
    counted AS (
      INSERT INTO payment_customer_rollup (partner_id, merchant_id, tokens, statuses, customers)
      SELECT partner, merchant_id, tokens, statuses, count(*) FROM had GROUP BY 1, 2, 3, 4),
    mixed AS (
      INSERT INTO payment_customer_mix (partner_id, merchant_id, tokens, customers)
      SELECT partner, merchant_id, mix, count(*)
      FROM (SELECT merchant_id, jsonb_object_agg(tokens, statuses)::text AS mix FROM had
        WHERE tokens LIKE '%/_%' GROUP BY merchant_id, buyer_account HAVING count(*) > 1) c
      GROUP BY 1, 2, 3),
    by_day AS (
      INSERT INTO payment_day_rollup (partner_id, day, status, token_asset, fiat_currency, payments, revenue, fees, refunded)
      SELECT partner, day, status, token, fiat_currency, sum(payments), sum(revenue), sum(fees), sum(refunded)
      FROM (SELECT utc_day(created_at) AS day, status, coalesce(token_asset, '') AS token, fiat_currency, 1 AS payments,
          CASE status WHEN 'succeeded' THEN fiat_value ELSE 0 END AS revenue,
          CASE status WHEN 'succeeded' THEN fee_value(fiat_value, token_amount, token_fee) ELSE 0 END AS fees, 0 AS refunded
        FROM payment WHERE partner_id = partner
        UNION ALL
        SELECT utc_day(at), 'succeeded', token_asset, fiat_currency, 0, 0, 0, value
        FROM refund_posting WHERE partner_id = partner) d
      GROUP BY 2, 3, 4, 5),
    customers_by_day AS (
      INSERT INTO payment_customer_day (partner_id, buyer_account, day, payments, previous_day)
      SELECT partner, buyer_account, day, payments,
        coalesce(lag(day) OVER (PARTITION BY buyer_account ORDER BY day), '-infinity')
      FROM (SELECT buyer_account, utc_day(created_at) AS day, count(*) AS payments FROM payment
        WHERE partner_id = partner AND buyer_account IS NOT NULL GROUP BY 1, 2) d)
  INSERT INTO payment_rollup (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue, fees, refunded)
  SELECT partner, coalesce(p.merchant_id, ''), p.status, p.token, p.fiat_currency, count(*),
    coalesce(sum(p.fiat_value) FILTER (WHERE p.status = 'succeeded'), 0),
    coalesce(sum(p.fees) FILTER (WHERE p.status = 'succeeded'), 0), sum(p.refunded)
  FROM (SELECT merchant_id, status, coalesce(token_asset, '') AS token, fiat_currency, fiat_value,
      fee_value(fiat_value, token_amount, token_fee) AS fees,
      refunded_value(fiat_value, token_amount, refunded_amount, refunded_at) AS refunded FROM payment
    WHERE partner_id = partner) p
  GROUP BY GROUPING SETS ((merchant_id, status, token, fiat_currency), (status, token, fiat_currency));
$$;
