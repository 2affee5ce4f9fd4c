-- Every column added to an existing table is nullable or has a constant default, so no row is rewritten; the constraints are
-- validated in the next migration, without the lock of this one.
SET LOCAL lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "refund_mode" AS ENUM ('mark', 'request');

-- CreateEnum
CREATE TYPE "refund_state" AS ENUM ('marked', 'requested', 'processing', 'succeeded', 'failed', 'expired', 'cancelled');

-- CreateTable
CREATE TABLE "refund" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "mode" "refund_mode" NOT NULL,
    "state" "refund_state" NOT NULL,
    "asset" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "recipient" TEXT NOT NULL,
    "created_by" TEXT,
    "token_hash" BYTEA,
    "tx_hash" TEXT,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_token_hash_key" ON "refund"("token_hash");

-- CreateIndex
CREATE INDEX "refund_payment_id_idx" ON "refund"("payment_id");

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN "refunded_amount" DECIMAL(78,0);
ALTER TABLE "payment_option" ADD COLUMN "refund_id" TEXT;
ALTER TABLE "payment_attempt" ADD COLUMN "refund_id" TEXT;
ALTER TABLE "chain_transfer" ADD COLUMN "refund_id" TEXT;
ALTER TABLE "ledger_entry" ADD COLUMN "refund_id" TEXT;
ALTER TABLE "payment_stat_delta" ADD COLUMN "refunded" DECIMAL(78,0) NOT NULL DEFAULT 0;
ALTER TABLE "payment_rollup" ADD COLUMN "refunded" DECIMAL(78,0) NOT NULL DEFAULT 0;
ALTER TABLE "payment_day_rollup" ADD COLUMN "refunded" DECIMAL(78,0) NOT NULL DEFAULT 0;

-- AddForeignKey
ALTER TABLE "payment_option" ADD CONSTRAINT "payment_option_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE "chain_transfer" ADD CONSTRAINT "chain_transfer_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- From here on written by hand.
ALTER TABLE refund
  ADD CONSTRAINT refund_amount_positive CHECK (amount > 0),
  ADD CONSTRAINT refund_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  ADD CONSTRAINT refund_mode_and_state CHECK ((mode = 'mark') = (state = 'marked')),
  ADD CONSTRAINT refund_request_has_link CHECK (
    (mode = 'request') = (token_hash IS NOT NULL) AND (mode = 'request') = (expires_at IS NOT NULL)),
  ADD CONSTRAINT refund_expires_after_creation CHECK (expires_at > created_at),
  ADD CONSTRAINT refund_succeeded_has_transaction CHECK ((state = 'succeeded') = (tx_hash IS NOT NULL));

-- The expiry sweep's work list.
CREATE INDEX refund_open_by_expiry ON refund (expires_at) WHERE state = 'requested';

ALTER TABLE payment ADD CONSTRAINT payment_refunded_amount CHECK (
  refunded_amount IS NULL OR (status = 'succeeded' AND refunded_amount > 0 AND refunded_amount <= token_amount)) NOT VALID;
-- The wallet pays the buyer all of it.
ALTER TABLE payment_option ADD CONSTRAINT payment_option_refund_terms CHECK (
  refund_id IS NULL OR (fee = 0 AND router IS NOT NULL AND NOT is_held)) NOT VALID;
ALTER TABLE chain_transfer ADD CONSTRAINT chain_transfer_refund_kinds CHECK (
  (kind IN ('refund_collected', 'refund')) = (refund_id IS NOT NULL)) NOT VALID;

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_on_chain, DROP CONSTRAINT ledger_entry_accounts,
  ADD CONSTRAINT ledger_entry_on_chain CHECK (
    (kind NOT IN ('owed', 'fee', 'refund_owed')) = (tx_hash IS NOT NULL AND block_number IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT ledger_entry_refund_kinds CHECK (
    (kind IN ('refund_owed', 'refund_collected', 'refunded')) = (refund_id IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT ledger_entry_accounts CHECK (CASE kind
    WHEN 'collected' THEN (debit LIKE 'router:%' OR debit LIKE 'treasury:%') AND credit = 'buyers'
    WHEN 'owed' THEN debit = 'buyers' AND credit LIKE 'merchant:%'
    WHEN 'fee' THEN debit = 'buyers' AND credit LIKE 'fees:%'
    WHEN 'settled' THEN debit LIKE 'merchant:%' AND (credit LIKE 'router:%' OR credit LIKE 'treasury:%')
    WHEN 'gas' THEN debit = 'gas' AND credit LIKE 'treasury:%'
    WHEN 'refund_owed' THEN debit LIKE 'merchant:%' AND credit = 'buyers'
    WHEN 'refund_collected' THEN debit LIKE 'router:%' AND credit LIKE 'merchant:%'
    WHEN 'refunded' THEN debit = 'buyers' AND credit LIKE 'router:%'
    ELSE debit LIKE 'treasury:%' AND credit LIKE 'router:%'
  END) NOT VALID;

-- A refund that the merchant's wallet pays is three entries: the merchant's debt to the buyer, what the wallet gave to the router,
-- and what the router gave to the buyer. So the accounts of the merchant, the buyers and the router are as before it.
CREATE OR REPLACE FUNCTION book_chain_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asset text := 'eip155:' || NEW.chain_id || '/erc20:' || NEW.token;
  at text := NEW.chain_id || ':';
  merchant text;
  is_forwarded boolean := NEW.kind IN ('settlement', 'held', 'fee') AND EXISTS (SELECT FROM chain_transfer c
    WHERE c.payment_id = NEW.payment_id AND c.kind = 'collection' AND c.tx_hash = NEW.tx_hash);
  debit text;
  credit text;
BEGIN
  IF NEW.kind IN ('held', 'fee') AND NOT is_forwarded THEN
    RAISE EXCEPTION 'a % transfer of % is in another transaction than its collection', NEW.kind, NEW.payment_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.kind IN ('settlement', 'refund_collected') THEN
    merchant := (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = NEW.payment_id);
  END IF;
  debit := CASE NEW.kind WHEN 'collection' THEN 'router:' || at || NEW.recipient
    WHEN 'refund_collected' THEN 'router:' || at || NEW.recipient
    WHEN 'refund' THEN 'buyers'
    WHEN 'settlement' THEN merchant
    ELSE 'treasury:' || at || NEW.recipient END;
  credit := CASE WHEN NEW.kind = 'collection' THEN 'buyers'
    WHEN NEW.kind = 'refund_collected' THEN merchant
    WHEN NEW.kind = 'refund' OR is_forwarded THEN 'router:' || at || NEW.sender
    ELSE 'treasury:' || at || NEW.sender END;
  IF NEW.kind = 'refund_collected' THEN
    INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, created_at)
      VALUES ('refund_owed', asset, NEW.amount, merchant, 'buyers', NEW.payment_id, NEW.refund_id, NEW.created_at);
  END IF;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, tx_hash, block_number, created_at)
    VALUES (CASE NEW.kind WHEN 'collection' THEN 'collected' WHEN 'settlement' THEN 'settled' WHEN 'held' THEN 'held'
        WHEN 'refund_collected' THEN 'refund_collected' WHEN 'refund' THEN 'refunded' ELSE 'fee_sent' END::ledger_kind,
      asset, NEW.amount, debit, credit, NEW.payment_id, NEW.refund_id, NEW.tx_hash, NEW.block_number, NEW.created_at);
  RETURN NULL;
END $$;

-- What a refund is stays as it was requested; ended refunds have no way out, except that a recovery may find that one was paid.
-- The refunds of a payment never exceed what was paid: the payment's row is locked, so that of two only one can be the last.
CREATE FUNCTION refund_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid numeric;
  claimed numeric;
  is_recovered boolean := TG_OP = 'UPDATE' AND NEW.state = 'succeeded'
    AND coalesce(current_setting('till.recovery', true), '') = 'on';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.mode, NEW.asset, NEW.amount, NEW.recipient, NEW.created_by,
        NEW.token_hash, NEW.created_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.mode, OLD.asset, OLD.amount, OLD.recipient,
        OLD.created_by, OLD.token_hash, OLD.created_at, OLD.expires_at) THEN
      RAISE EXCEPTION 'the terms of refund % can not change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.tx_hash IS NOT NULL AND NEW.tx_hash IS DISTINCT FROM OLD.tx_hash THEN
      RAISE EXCEPTION 'the transaction of refund % can not change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state <> OLD.state AND NOT is_recovered AND NOT (
      OLD.state = 'requested' AND NEW.state IN ('processing', 'cancelled', 'expired')
      OR OLD.state = 'processing' AND NEW.state IN ('requested', 'succeeded', 'failed')) THEN
      RAISE EXCEPTION 'refund % can not change from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF NEW.state IN ('failed', 'expired', 'cancelled') THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND OLD.state NOT IN ('failed', 'expired', 'cancelled') THEN RETURN NEW; END IF;
  SELECT token_amount INTO paid FROM payment
    WHERE id = NEW.payment_id AND status = 'succeeded' AND token_asset = NEW.asset AND refunded_at IS NULL FOR UPDATE;
  SELECT coalesce(sum(amount), 0) INTO claimed FROM refund
    WHERE payment_id = NEW.payment_id AND id <> NEW.id AND state NOT IN ('failed', 'expired', 'cancelled');
  IF paid IS NULL OR claimed + NEW.amount > paid THEN
    RAISE EXCEPTION 'refund % exceeds what is left of payment %', NEW.id, NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_guard BEFORE INSERT OR UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION refund_guard();
CREATE TRIGGER refund_kept BEFORE DELETE ON refund FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER refund_not_truncated BEFORE TRUNCATE ON refund FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- As before. What was refunded only grows, and is all of the payment once it is refunded in full.
CREATE OR REPLACE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_recovered boolean := TG_OP = 'UPDATE' AND OLD.status IN ('failed', 'expired', 'cancelled') AND NEW.status = 'succeeded'
    AND coalesce(current_setting('till.recovery', true), '') = 'on';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payment % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status IN ('succeeded', 'failed', 'expired', 'cancelled') AND NEW.status <> OLD.status AND NOT is_recovered THEN
    RAISE EXCEPTION 'payment % is % for good', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.partner_id, NEW.merchant_id, NEW.reference_id, NEW.unit, NEW.value, NEW.fee_currency, NEW.fee_fixed,
      NEW.fee_ppm, NEW.fee_total, NEW.fiat_currency, NEW.fiat_value, NEW.amount_rank, NEW.success_url, NEW.error_url,
      NEW.created_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.merchant_id, OLD.reference_id, OLD.unit, OLD.value,
      OLD.fee_currency, OLD.fee_fixed, OLD.fee_ppm, OLD.fee_total, OLD.fiat_currency, OLD.fiat_value, OLD.amount_rank,
      OLD.success_url, OLD.error_url, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what payment % was created as can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.tx_hash IS NOT NULL AND NEW.tx_hash IS DISTINCT FROM OLD.tx_hash
    OR OLD.settlement_tx_hash IS NOT NULL AND NEW.settlement_tx_hash IS DISTINCT FROM OLD.settlement_tx_hash THEN
    RAISE EXCEPTION 'the transactions of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refunded_at IS NOT NULL AND NEW.refunded_at IS DISTINCT FROM OLD.refunded_at
    OR OLD.cancelled_at IS NOT NULL AND NOT is_recovered AND (NEW.cancelled_at, NEW.cancelled_reason)
      IS DISTINCT FROM (OLD.cancelled_at, OLD.cancelled_reason)
    OR NEW.refunded_amount IS DISTINCT FROM OLD.refunded_amount
      AND (OLD.refunded_at IS NOT NULL OR NEW.refunded_amount IS NULL OR NEW.refunded_amount < OLD.refunded_amount) THEN
    RAISE EXCEPTION 'the cancellation or refund of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refunded_at IS NULL AND NEW.refunded_at IS NOT NULL THEN NEW.refunded_amount := NEW.token_amount; END IF;
  RETURN NEW;
END $$;

-- The part of a payment's fiat value that was refunded, rounded down. A payment that was marked before there were amounts is
-- refunded in full.
CREATE FUNCTION refunded_value(fiat_value numeric, token_amount numeric, refunded_amount numeric, refunded_at timestamptz)
RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN refunded_at IS NOT NULL THEN fiat_value WHEN refunded_amount IS NULL THEN 0
    ELSE div(fiat_value * refunded_amount, token_amount) END
$$;

-- As before, with what was refunded.
CREATE OR REPLACE FUNCTION payment_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
      payments, revenue, refunded)
    VALUES (OLD.partner_id, OLD.merchant_id, OLD.status, coalesce(OLD.token_asset, ''), OLD.fiat_currency,
        OLD.buyer_account, utc_day(OLD.created_at), -1,
        CASE OLD.status WHEN 'succeeded' THEN -OLD.fiat_value ELSE 0 END,
        -refunded_value(OLD.fiat_value, OLD.token_amount, OLD.refunded_amount, OLD.refunded_at)),
      (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
        NEW.buyer_account, utc_day(NEW.created_at), 1,
        CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END,
        refunded_value(NEW.fiat_value, NEW.token_amount, NEW.refunded_amount, NEW.refunded_at));
  ELSE
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
      payments, revenue, refunded)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      NEW.buyer_account, utc_day(NEW.created_at), 1, CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END,
      refunded_value(NEW.fiat_value, NEW.token_amount, NEW.refunded_amount, NEW.refunded_at));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_statistics_refund AFTER UPDATE OF refunded_amount, refunded_at ON payment
  FOR EACH ROW WHEN ((OLD.status, OLD.token_asset, OLD.buyer_account)
      IS NOT DISTINCT FROM (NEW.status, NEW.token_asset, NEW.buyer_account)
    AND (OLD.refunded_amount, OLD.refunded_at) IS DISTINCT FROM (NEW.refunded_amount, NEW.refunded_at))
  EXECUTE FUNCTION payment_statistics();

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
      INSERT INTO payment_day_rollup (partner_id, day, status, token_asset, fiat_currency, payments, revenue, refunded)
      SELECT partner, utc_day(created_at), status, coalesce(token_asset, ''), fiat_currency, count(*),
        coalesce(sum(fiat_value) FILTER (WHERE status = 'succeeded'), 0),
        sum(refunded_value(fiat_value, token_amount, refunded_amount, refunded_at))
      FROM payment WHERE partner_id = partner GROUP BY 2, 3, 4, 5),
    customers_by_day AS (
      INSERT INTO payment_customer_day (partner_id, buyer_account, day, payments, previous_day)
      SELECT partner, buyer_account, day, payments,
        coalesce(lag(day) OVER (PARTITION BY buyer_account ORDER BY day), '-infinity')
      FROM (SELECT buyer_account, utc_day(created_at) AS day, count(*) AS payments FROM payment
        WHERE partner_id = partner AND buyer_account IS NOT NULL GROUP BY 1, 2) d)
  INSERT INTO payment_rollup (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue, refunded)
  SELECT partner, coalesce(p.merchant_id, ''), p.status, p.token, p.fiat_currency, count(*),
    coalesce(sum(p.fiat_value) FILTER (WHERE p.status = 'succeeded'), 0), sum(p.refunded)
  FROM (SELECT merchant_id, status, coalesce(token_asset, '') AS token, fiat_currency, fiat_value,
      refunded_value(fiat_value, token_amount, refunded_amount, refunded_at) AS refunded FROM payment
    WHERE partner_id = partner) p
  GROUP BY GROUPING SETS ((merchant_id, status, token, fiat_currency), (status, token, fiat_currency));
$$;
