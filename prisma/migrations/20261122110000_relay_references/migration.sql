-- CreateEnum
CREATE TYPE "relay_kind" AS ENUM ('collection', 'deployment', 'payout', 'noop');

-- AlterTable
ALTER TABLE "relay_transaction" ADD COLUMN     "attempt_id" TEXT,
ADD COLUMN     "kind" "relay_kind",
ADD COLUMN     "payment_id" TEXT,
ADD COLUMN     "payout_attempt" INTEGER;

-- Written by hand from here on. A purpose was text: `collect:<attempt>`, `deploy:<attempt>`, `settle:<payment>`,
-- `settle:<payment>:<payout attempt>` from the second attempt on, or `fill:<chain>:<wallet>:<nonce>`. A row that is none of
-- these gets no kind, and SET NOT NULL below stops the migration.
UPDATE relay_transaction SET
  kind = CASE split_part(purpose, ':', 1)
    WHEN 'collect' THEN 'collection' WHEN 'deploy' THEN 'deployment' WHEN 'settle' THEN 'payout' WHEN 'fill' THEN 'noop'
  END::relay_kind,
  attempt_id = CASE WHEN split_part(purpose, ':', 1) IN ('collect', 'deploy') THEN split_part(purpose, ':', 2) END,
  payment_id = CASE WHEN split_part(purpose, ':', 1) = 'settle' THEN split_part(purpose, ':', 2) END,
  payout_attempt = CASE WHEN split_part(purpose, ':', 1) = 'settle'
    THEN coalesce(nullif(split_part(purpose, ':', 3), ''), '1')::integer END;

-- A relay transaction never changes its call, nor what it is for. What has ended stays ended, and records its gas cost as it
-- ends; rows from before gas costs were recorded have none.
CREATE OR REPLACE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.kind, NEW.attempt_id, NEW.payment_id, NEW.payout_attempt, NEW.target, NEW.calldata)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.kind, OLD.attempt_id, OLD.payment_id, OLD.payout_attempt, OLD.target,
        OLD.calldata) THEN
    RAISE EXCEPTION 'relay transaction % keeps its nonce and its call', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('final', 'refused', 'cancelled', 'displaced')
    AND (NEW.state <> OLD.state OR NEW.gas_cost IS DISTINCT FROM OLD.gas_cost) THEN
    RAISE EXCEPTION 'relay transaction % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state IN ('final', 'cancelled') AND OLD.state <> NEW.state AND NEW.gas_cost IS NULL THEN
    RAISE EXCEPTION 'relay transaction % ends without its gas cost', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A payout is reopened only when its last attempt can no longer pay, and never after an attempt that moved money. The amount
-- it owes and the wallet that pays it never change.
CREATE OR REPLACE FUNCTION payout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.asset, NEW.treasury, NEW.amount, NEW.fee, NEW.created_at)
    IS DISTINCT FROM (OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.asset, OLD.treasury, OLD.amount, OLD.fee,
      OLD.created_at) THEN
    RAISE EXCEPTION 'what payout % owes can not change', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('held', 'pending'), ('pending', 'submitted'),
      ('pending', 'failed'), ('submitted', 'final'), ('submitted', 'failed'), ('failed', 'pending')) THEN
    RAISE EXCEPTION 'payout % can not go from % to %', OLD.payment_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'failed' AND NEW.state = 'pending' THEN
    IF NEW.attempt <> OLD.attempt + 1 THEN
      RAISE EXCEPTION 'payout % is opened again without a new attempt', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM chain_transfer WHERE payment_id = OLD.payment_id AND kind = 'settlement') THEN
      RAISE EXCEPTION 'payout % has moved money', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM relay_transaction WHERE payment_id = OLD.payment_id AND payout_attempt = OLD.attempt
        AND state <> 'displaced' AND state NOT IN ('final', 'refused', 'cancelled')) THEN
      RAISE EXCEPTION 'payout % has an attempt that may still pay', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.attempt <> OLD.attempt OR (NEW.destination IS DISTINCT FROM OLD.destination AND OLD.state <> 'held') THEN
    RAISE EXCEPTION 'payout % keeps its attempt and its destination', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

DROP INDEX relay_transaction_purpose_key;
ALTER TABLE "relay_transaction" DROP COLUMN "purpose",
ALTER COLUMN "kind" SET NOT NULL;

-- AddForeignKey
ALTER TABLE "relay_transaction" ADD CONSTRAINT "relay_transaction_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "relay_transaction" ADD CONSTRAINT "relay_transaction_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payout"("payment_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Each kind has its own reference. A no-op transaction has none: it exists for its nonce, so it always has that.
ALTER TABLE relay_transaction
  ADD CONSTRAINT relay_transaction_reference CHECK (CASE
    WHEN kind IN ('collection', 'deployment')
      THEN attempt_id IS NOT NULL AND payment_id IS NULL AND payout_attempt IS NULL
    WHEN kind = 'payout' THEN attempt_id IS NULL AND payment_id IS NOT NULL AND payout_attempt IS NOT NULL AND payout_attempt > 0
    ELSE attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND nonce IS NOT NULL
  END);

-- Each collection, deployment and payout attempt is carried out once. Only a transaction that lost its nonce to a foreign one
-- (displaced) gives its place to another row. A no-op transaction is unique by its wallet's nonce.
CREATE UNIQUE INDEX relay_transaction_attempt_key ON relay_transaction (attempt_id, kind)
  WHERE state <> 'displaced' AND attempt_id IS NOT NULL;
CREATE UNIQUE INDEX relay_transaction_payout_key ON relay_transaction (payment_id, payout_attempt)
  WHERE state <> 'displaced' AND payment_id IS NOT NULL;
