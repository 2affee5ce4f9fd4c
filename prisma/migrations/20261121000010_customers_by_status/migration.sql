-- Nobody writes or folds while the statistics change their form.
SELECT pg_advisory_xact_lock(7166014);
LOCK TABLE payment, payment_rollup, payment_stat_delta, payment_customer IN ACCESS EXCLUSIVE MODE;
TRUNCATE payment_rollup, payment_stat_delta, payment_customer;

-- AlterTable
ALTER TABLE "payment_customer" DROP CONSTRAINT "payment_customer_pkey",
ADD COLUMN     "payments" INTEGER NOT NULL,
ADD COLUMN     "status" "payment_status" NOT NULL,
ADD CONSTRAINT "payment_customer_pkey" PRIMARY KEY ("partner_id", "merchant_id", "buyer_account", "token_asset", "status");

-- AlterTable
ALTER TABLE "payment_rollup" DROP COLUMN "on_chain",
DROP COLUMN "with_token";

-- AlterTable
ALTER TABLE "payment_stat_delta" DROP COLUMN "merchant_on_chain",
DROP COLUMN "merchant_with_token",
DROP COLUMN "partner_on_chain",
DROP COLUMN "partner_with_token",
ADD COLUMN     "buyer_account" TEXT;

-- CreateTable
CREATE TABLE "payment_customer_rollup" (
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "tokens" TEXT NOT NULL,
    "statuses" INTEGER NOT NULL,
    "customers" BIGINT NOT NULL,

    CONSTRAINT "payment_customer_rollup_pkey" PRIMARY KEY ("partner_id","merchant_id","tokens","statuses")
);

-- CreateTable
CREATE TABLE "payment_customer_mix" (
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "tokens" TEXT NOT NULL,
    "customers" BIGINT NOT NULL,

    CONSTRAINT "payment_customer_mix_pkey" PRIMARY KEY ("partner_id","merchant_id","tokens")
);

-- CreateIndex
CREATE INDEX "payment_merchant_id_status_created_at_id_idx" ON "payment"("merchant_id", "status", "created_at", "id");

-- From here on written by hand.

-- What the counts of customers rest on: a buyer comes with a payment's confirm or decline and not before, and pays on the
-- chain of its own account, so that customers of several chains add up.
ALTER TABLE payment
  ADD CONSTRAINT payment_buyer_has_acted CHECK (
    buyer_account IS NULL OR status IN ('processing', 'succeeded', 'failed')),
  ADD CONSTRAINT payment_buyer_on_chain_of_token CHECK (
    buyer_account IS NULL OR token_asset IS NULL OR starts_with(buyer_account, split_part(token_asset, '/', 1) || ':'));

-- Pages of a token's payments that did not succeed, which most did.
CREATE INDEX payment_of_token_unsuccessful ON payment (partner_id, token_asset, status, created_at, id)
  WHERE token_asset IS NOT NULL AND status <> 'succeeded';

-- Each partner's references by the runs of three characters in them, letter case included. The index before had the
-- partner as a column of its own, which a search then went through from end to end.
CREATE FUNCTION reference_grams(partner text, reference text) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  grams integer[] := '{}';
BEGIN
  FOR place IN 1 .. length(reference) - 2 LOOP
    grams := grams || hashtext(partner || substr(reference, place, 3));
  END LOOP;
  RETURN grams;
END $$;
DROP INDEX payment_reference_search;
CREATE INDEX payment_by_reference_gram ON payment USING gin (reference_grams(partner_id, reference_id))
  WITH (gin_pending_list_limit = 256);

-- The `tokens` of payment_customer_rollup that a payment with a token (empty: without one) counts for.
CREATE FUNCTION customer_tokens(token text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE token WHEN '' THEN ARRAY[''] ELSE ARRAY['', split_part(token, '/', 1) || '/', token] END
$$;

-- A status in the `statuses` of payment_customer_rollup.
CREATE FUNCTION customer_status(status payment_status) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE status WHEN 'processing' THEN 1 WHEN 'succeeded' THEN 2 WHEN 'failed' THEN 4 ELSE 0 END
$$;
ALTER TABLE payment_customer ADD CONSTRAINT payment_customer_has_paid CHECK (payments > 0);

-- Every change of a payment is noted, in the transaction that makes it. Nothing else is written, so that no two payments
-- wait for each other; who is a new customer of what is found out when the deltas are folded.
DROP TRIGGER payment_statistics_insert ON payment;
DROP TRIGGER payment_statistics_update ON payment;
DROP FUNCTION payment_statistics;
DROP FUNCTION meet_customer;
CREATE FUNCTION payment_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, payments,
      revenue)
    VALUES (OLD.partner_id, OLD.merchant_id, OLD.status, coalesce(OLD.token_asset, ''), OLD.fiat_currency,
        OLD.buyer_account, -1, CASE OLD.status WHEN 'succeeded' THEN -OLD.fiat_value ELSE 0 END),
      (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
        NEW.buyer_account, 1, CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END);
  ELSE
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, payments,
      revenue)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      NEW.buyer_account, 1, CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_statistics_insert AFTER INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_statistics();
CREATE TRIGGER payment_statistics_update AFTER UPDATE OF status, token_asset, buyer_account ON payment
  FOR EACH ROW WHEN ((OLD.status, OLD.token_asset, OLD.buyer_account)
    IS DISTINCT FROM (NEW.status, NEW.token_asset, NEW.buyer_account))
  EXECUTE FUNCTION payment_statistics();

-- Counts a partner's payments as they are, in place of what its rollups say; for the first time, and after bulk loads
-- that put the triggers to sleep. Payments may be written meanwhile: deltas and payments are taken from one snapshot. No
-- fold runs beside it.
CREATE OR REPLACE FUNCTION count_payment_statistics(partner text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7166014);
  DELETE FROM payment_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer WHERE partner_id = partner;
  DELETE FROM payment_customer_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer_mix WHERE partner_id = partner;
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
      GROUP BY 1, 2, 3)
  INSERT INTO payment_rollup (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue)
  SELECT partner, coalesce(p.merchant_id, ''), p.status, p.token, p.fiat_currency, count(*),
    coalesce(sum(p.fiat_value) FILTER (WHERE p.status = 'succeeded'), 0)
  FROM (SELECT merchant_id, status, coalesce(token_asset, '') AS token, fiat_currency, fiat_value FROM payment
    WHERE partner_id = partner) p
  GROUP BY GROUPING SETS ((merchant_id, status, token, fiat_currency), (status, token, fiat_currency));
$$;
SELECT count_payment_statistics(id) FROM partner;
