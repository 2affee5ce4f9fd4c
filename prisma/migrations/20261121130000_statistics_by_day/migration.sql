-- Nobody writes or folds while the statistics change their form.
SELECT pg_advisory_xact_lock(7166014);
LOCK TABLE payment, payment_rollup, payment_stat_delta, payment_customer IN ACCESS EXCLUSIVE MODE;
TRUNCATE payment_stat_delta;

-- AlterTable
ALTER TABLE "payment_stat_delta" ADD COLUMN     "day" DATE NOT NULL;

-- CreateTable
CREATE TABLE "payment_day_rollup" (
    "partner_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "status" "payment_status" NOT NULL,
    "token_asset" TEXT NOT NULL,
    "fiat_currency" TEXT NOT NULL,
    "payments" BIGINT NOT NULL,
    "revenue" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "payment_day_rollup_pkey" PRIMARY KEY ("partner_id","day","status","token_asset","fiat_currency")
);

-- CreateTable
CREATE TABLE "payment_customer_day" (
    "partner_id" TEXT NOT NULL,
    "buyer_account" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "payments" INTEGER NOT NULL,
    "previous_day" DATE NOT NULL,

    CONSTRAINT "payment_customer_day_pkey" PRIMARY KEY ("partner_id","buyer_account","day")
);

-- CreateIndex
CREATE INDEX "payment_customer_day_partner_id_day_previous_day_idx" ON "payment_customer_day"("partner_id", "day", "previous_day");


-- From here on written by hand.

ALTER TABLE payment_customer_day
  ADD CONSTRAINT payment_customer_day_has_paid CHECK (payments > 0),
  ADD CONSTRAINT payment_customer_day_goes_on CHECK (previous_day < day);

-- The day of the dashboard's periods and statistics: the same for everybody.
CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'UTC')::date
$$;

-- As before, and the day beside the rest: still one row for a new payment.
CREATE OR REPLACE FUNCTION payment_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
      payments, revenue)
    VALUES (OLD.partner_id, OLD.merchant_id, OLD.status, coalesce(OLD.token_asset, ''), OLD.fiat_currency,
        OLD.buyer_account, utc_day(OLD.created_at), -1,
        CASE OLD.status WHEN 'succeeded' THEN -OLD.fiat_value ELSE 0 END),
      (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
        NEW.buyer_account, utc_day(NEW.created_at), 1,
        CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END);
  ELSE
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
      payments, revenue)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      NEW.buyer_account, utc_day(NEW.created_at), 1, CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END);
  END IF;
  RETURN NULL;
END $$;

-- As before, and by day.
CREATE OR REPLACE FUNCTION count_payment_statistics(partner text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7166014);
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
      INSERT INTO payment_day_rollup (partner_id, day, status, token_asset, fiat_currency, payments, revenue)
      SELECT partner, utc_day(created_at), status, coalesce(token_asset, ''), fiat_currency, count(*),
        coalesce(sum(fiat_value) FILTER (WHERE status = 'succeeded'), 0)
      FROM payment WHERE partner_id = partner GROUP BY 2, 3, 4, 5),
    customers_by_day AS (
      INSERT INTO payment_customer_day (partner_id, buyer_account, day, payments, previous_day)
      SELECT partner, buyer_account, day, payments,
        coalesce(lag(day) OVER (PARTITION BY buyer_account ORDER BY day), '-infinity')
      FROM (SELECT buyer_account, utc_day(created_at) AS day, count(*) AS payments FROM payment
        WHERE partner_id = partner AND buyer_account IS NOT NULL GROUP BY 1, 2) d)
  INSERT INTO payment_rollup (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue)
  SELECT partner, coalesce(p.merchant_id, ''), p.status, p.token, p.fiat_currency, count(*),
    coalesce(sum(p.fiat_value) FILTER (WHERE p.status = 'succeeded'), 0)
  FROM (SELECT merchant_id, status, coalesce(token_asset, '') AS token, fiat_currency, fiat_value FROM payment
    WHERE partner_id = partner) p
  GROUP BY GROUPING SETS ((merchant_id, status, token, fiat_currency), (status, token, fiat_currency));
$$;
SELECT count_payment_statistics(id) FROM partner;
