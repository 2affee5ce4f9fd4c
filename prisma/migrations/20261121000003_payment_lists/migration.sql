-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "amount_rank" DECIMAL(78,0),
ADD COLUMN     "fee_total" DECIMAL(78,0),
ADD COLUMN     "fiat_currency" TEXT,
ADD COLUMN     "fiat_value" DECIMAL(78,0);

-- What is there was made before this version, in dollars or in tokens of six decimals that are pegged to it.
UPDATE payment SET
  fiat_currency = CASE WHEN unit LIKE 'iso4217/%' THEN substr(unit, 9) ELSE 'USD' END,
  fiat_value = CASE WHEN unit LIKE 'iso4217/%' THEN value ELSE div(value, 10000) END,
  amount_rank = CASE WHEN unit LIKE 'iso4217/%' THEN value * 10000 ELSE value END,
  fee_total = CASE WHEN unit LIKE 'iso4217/%' THEN fee_fixed ELSE fee_fixed * 10000 END + ceil(value * fee_ppm / 1000000);
ALTER TABLE "payment" ALTER COLUMN "amount_rank" SET NOT NULL,
ALTER COLUMN "fee_total" SET NOT NULL,
ALTER COLUMN "fiat_currency" SET NOT NULL,
ALTER COLUMN "fiat_value" SET NOT NULL;

-- CreateTable
CREATE TABLE "payment_stat_delta" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "status" "payment_status" NOT NULL,
    "token_asset" TEXT NOT NULL,
    "fiat_currency" TEXT NOT NULL,
    "payments" INTEGER NOT NULL,
    "revenue" DECIMAL(78,0) NOT NULL,
    "partner_on_chain" INTEGER NOT NULL,
    "partner_with_token" INTEGER NOT NULL,
    "merchant_on_chain" INTEGER NOT NULL,
    "merchant_with_token" INTEGER NOT NULL,

    CONSTRAINT "payment_stat_delta_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_rollup" (
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "status" "payment_status" NOT NULL,
    "token_asset" TEXT NOT NULL,
    "fiat_currency" TEXT NOT NULL,
    "payments" BIGINT NOT NULL,
    "revenue" DECIMAL(78,0) NOT NULL,
    "on_chain" BIGINT NOT NULL,
    "with_token" BIGINT NOT NULL,

    CONSTRAINT "payment_rollup_pkey" PRIMARY KEY ("partner_id","merchant_id","status","token_asset","fiat_currency")
);

-- CreateTable
CREATE TABLE "payment_customer" (
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "token_asset" TEXT NOT NULL,
    "buyer_account" TEXT NOT NULL,

    CONSTRAINT "payment_customer_pkey" PRIMARY KEY ("partner_id","merchant_id","token_asset","buyer_account")
);

-- CreateIndex
CREATE INDEX "payment_stat_delta_partner_id_idx" ON "payment_stat_delta"("partner_id");

-- CreateIndex
CREATE INDEX "payment_partner_id_amount_rank_id_idx" ON "payment"("partner_id", "amount_rank", "id");

-- CreateIndex
CREATE INDEX "payment_partner_id_status_created_at_id_idx" ON "payment"("partner_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_partner_id_token_asset_created_at_id_idx" ON "payment"("partner_id", "token_asset", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_merchant_id_amount_rank_id_idx" ON "payment"("merchant_id", "amount_rank", "id");

-- From here on written by hand.

ALTER TABLE payment ADD CONSTRAINT payment_amounts_not_negative
  CHECK (fee_total >= 0 AND fee_total < value AND fiat_value >= 0 AND amount_rank >= 0);

-- Substrings of the reference, within one partner.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX payment_reference_search ON payment USING gin (partner_id, reference_id gin_trgm_ops)
  WHERE reference_id IS NOT NULL;

-- Open payments of a partner by expiry: those that are overdue but not yet recorded correct the statistics.
CREATE INDEX payment_open_of_partner ON payment (partner_id, expires_at) WHERE status = 'requires_action';

-- Notes that a scope has met a buyer. 1 when it had not before, else 0.
CREATE FUNCTION meet_customer(partner text, merchant text, token text, buyer text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  met integer;
BEGIN
  INSERT INTO payment_customer VALUES (partner, merchant, token, buyer) ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS met = ROW_COUNT;
  RETURN met;
END $$;

-- Every change of a payment adds to the statistics, in the transaction that makes it.
CREATE FUNCTION payment_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  met integer[] := '{0,0,0,0}';
  token text := coalesce(NEW.token_asset, '');
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.status, NEW.token_asset, NEW.buyer_account)
    IS NOT DISTINCT FROM (OLD.status, OLD.token_asset, OLD.buyer_account) THEN
    RETURN NULL;
  END IF;
  IF NEW.buyer_account IS NOT NULL THEN
    met := ARRAY[
      meet_customer(NEW.partner_id, '', '', NEW.buyer_account),
      CASE WHEN token = '' THEN 0 ELSE meet_customer(NEW.partner_id, '', token, NEW.buyer_account) END,
      meet_customer(NEW.partner_id, NEW.merchant_id, '', NEW.buyer_account),
      CASE WHEN token = '' THEN 0 ELSE meet_customer(NEW.partner_id, NEW.merchant_id, token, NEW.buyer_account) END];
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue,
      partner_on_chain, partner_with_token, merchant_on_chain, merchant_with_token)
    VALUES (OLD.partner_id, OLD.merchant_id, OLD.status, coalesce(OLD.token_asset, ''), OLD.fiat_currency, -1,
      CASE WHEN OLD.status = 'succeeded' THEN -OLD.fiat_value ELSE 0 END, 0, 0, 0, 0);
  END IF;
  INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue,
    partner_on_chain, partner_with_token, merchant_on_chain, merchant_with_token)
  VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, token, NEW.fiat_currency, 1,
    CASE WHEN NEW.status = 'succeeded' THEN NEW.fiat_value ELSE 0 END, met[1], met[2], met[3], met[4]);
  RETURN NULL;
END $$;
CREATE TRIGGER payment_statistics_insert AFTER INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_statistics();
CREATE TRIGGER payment_statistics_update AFTER UPDATE OF status, token_asset, buyer_account ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_statistics();

-- Counts a partner's payments as they are, in place of what its rollup says; for the first time, and after bulk loads
-- that put the triggers to sleep.
CREATE FUNCTION count_payment_statistics(partner text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM payment_stat_delta WHERE partner_id = partner;
  DELETE FROM payment_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer WHERE partner_id = partner;
  INSERT INTO payment_customer
    SELECT DISTINCT p.partner_id, m.scope, t.scope, p.buyer_account FROM payment p
      CROSS JOIN LATERAL (VALUES (''), (p.merchant_id)) AS m (scope)
      CROSS JOIN LATERAL (VALUES (''), (p.token_asset)) AS t (scope)
    WHERE p.partner_id = partner AND p.buyer_account IS NOT NULL AND t.scope IS NOT NULL;
  INSERT INTO payment_rollup
    SELECT p.partner_id, m.scope, p.status, coalesce(p.token_asset, ''), p.fiat_currency, count(*),
      coalesce(sum(p.fiat_value) FILTER (WHERE p.status = 'succeeded'), 0), 0, 0
    FROM payment p CROSS JOIN LATERAL (VALUES (''), (p.merchant_id)) AS m (scope)
    WHERE p.partner_id = partner GROUP BY 1, 2, 3, 4, 5;
  -- Customers of a chain stand under its CAIP-2 id, where sums over the chain's assets find them by prefix.
  INSERT INTO payment_rollup
    SELECT partner_id, merchant_id, 'requires_action',
      CASE WHEN token_asset = '' THEN substring(buyer_account FROM '^[^:]+:[^:]+') || '/' ELSE token_asset END, '', 0, 0,
      count(*) FILTER (WHERE token_asset = ''), count(*) FILTER (WHERE token_asset <> '')
    FROM payment_customer WHERE partner_id = partner GROUP BY 1, 2, 4;
$$;
SELECT count_payment_statistics(id) FROM partner;
