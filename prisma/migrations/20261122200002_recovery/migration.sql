-- CreateEnum
CREATE TYPE "attribution" AS ENUM ('collection', 'reverted', 'noop', 'deployment', 'payout', 'duplicate', 'lost', 'unknown');

-- AlterTable
ALTER TABLE "relayer_wallet" ADD COLUMN "quarantined_at" TIMESTAMPTZ(3),
ADD COLUMN "unknown_from" BIGINT;

-- CreateTable
CREATE TABLE "unknown_transaction" (
    "chain_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "block_number" BIGINT NOT NULL,
    "target" TEXT,
    "attribution" "attribution" NOT NULL,
    "payment_id" TEXT,
    "detail" TEXT NOT NULL,
    "resolution" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unknown_transaction_pkey" PRIMARY KEY ("chain_id","wallet","nonce")
);

-- From here on written by hand.
ALTER TABLE relayer_wallet ADD CONSTRAINT relayer_wallet_quarantine CHECK (
  (quarantined_at IS NULL) = (unknown_from IS NULL) AND (unknown_from IS NULL OR unknown_from <= next_nonce));
ALTER TABLE unknown_transaction
  ADD CONSTRAINT unknown_transaction_wallet FOREIGN KEY (chain_id, wallet) REFERENCES relayer_wallet (chain_id, address);

CREATE TRIGGER unknown_transaction_kept BEFORE DELETE ON unknown_transaction
  FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER unknown_transaction_not_truncated BEFORE TRUNCATE ON unknown_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- The chain wins: a recovery, and nothing else, may find that a payment that ended without success was paid.
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
      IS DISTINCT FROM (OLD.cancelled_at, OLD.cancelled_reason) THEN
    RAISE EXCEPTION 'the cancellation or refund of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
