-- Held money is refunded by its own payout, so that it leaves the treasury once: to the merchant or to the buyer. Every column added
-- to an existing table is nullable or has a constant default, so no row is rewritten; the constraints are validated in the next
-- migration, without the lock of this one.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "payout" ADD COLUMN "refund_id" TEXT;
ALTER TABLE "refund" ADD COLUMN "from_treasury" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settlement_month" ADD COLUMN     "held_refunds" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "held_refunded" DECIMAL(78,0) NOT NULL DEFAULT 0;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- From here on written by hand. A refund from the treasury has no link, because nobody signs it.
ALTER TABLE refund DROP CONSTRAINT refund_request_has_link,
  ADD CONSTRAINT refund_request_has_link CHECK ((mode = 'request' AND NOT from_treasury) = (token_hash IS NOT NULL)
    AND (mode = 'request' AND NOT from_treasury) = (expires_at IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT refund_from_treasury CHECK (
    NOT from_treasury OR (mode = 'request' AND state IN ('processing', 'succeeded', 'failed'))) NOT VALID;

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_accounts,
  ADD CONSTRAINT ledger_entry_accounts CHECK (CASE kind
    WHEN 'collected' THEN (debit LIKE 'router:%' OR debit LIKE 'treasury:%') AND credit = 'buyers'
    WHEN 'owed' THEN debit = 'buyers' AND credit LIKE 'merchant:%'
    WHEN 'fee' THEN debit = 'buyers' AND credit LIKE 'fees:%'
    WHEN 'settled' THEN debit LIKE 'merchant:%' AND (credit LIKE 'router:%' OR credit LIKE 'treasury:%')
    WHEN 'gas' THEN debit = 'gas' AND credit LIKE 'treasury:%'
    WHEN 'refund_owed' THEN debit LIKE 'merchant:%' AND credit = 'buyers'
    WHEN 'refund_collected' THEN debit LIKE 'router:%' AND credit LIKE 'merchant:%'
    WHEN 'refunded' THEN debit = 'buyers' AND (credit LIKE 'router:%' OR credit LIKE 'treasury:%')
    ELSE debit LIKE 'treasury:%' AND credit LIKE 'router:%'
  END) NOT VALID;

-- As before. A refund from the treasury is two entries: the merchant's claim on the held money becomes the buyer's, and the treasury
-- pays it.
CREATE OR REPLACE FUNCTION book_chain_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asset text := 'eip155:' || NEW.chain_id || '/erc20:' || NEW.token;
  at text := NEW.chain_id || ':';
  merchant text;
  is_forwarded boolean := NEW.kind IN ('settlement', 'held', 'fee') AND EXISTS (SELECT FROM chain_transfer c
    WHERE c.payment_id = NEW.payment_id AND c.kind = 'collection' AND c.tx_hash = NEW.tx_hash);
  is_from_treasury boolean := NEW.kind = 'refund' AND EXISTS (SELECT FROM refund r WHERE r.id = NEW.refund_id AND r.from_treasury);
  debit text;
  credit text;
BEGIN
  IF NEW.kind IN ('held', 'fee') AND NOT is_forwarded THEN
    RAISE EXCEPTION 'a % transfer of % is in another transaction than its collection', NEW.kind, NEW.payment_id
      USING ERRCODE = 'check_violation';
  END IF;
  -- A worker from before refunds of held money would record one as the merchant's.
  IF NEW.kind = 'settlement' AND NOT is_forwarded
    AND EXISTS (SELECT FROM payout o WHERE o.payment_id = NEW.payment_id AND o.refund_id IS NOT NULL)
    OR is_from_treasury
    AND NOT EXISTS (SELECT FROM payout o WHERE o.payment_id = NEW.payment_id AND o.refund_id = NEW.refund_id) THEN
    RAISE EXCEPTION 'a % transfer of % is not what its payout pays', NEW.kind, NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.kind IN ('settlement', 'refund_collected') OR is_from_treasury THEN
    merchant := (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = NEW.payment_id);
  END IF;
  debit := CASE NEW.kind WHEN 'collection' THEN 'router:' || at || NEW.recipient
    WHEN 'refund_collected' THEN 'router:' || at || NEW.recipient
    WHEN 'refund' THEN 'buyers'
    WHEN 'settlement' THEN merchant
    ELSE 'treasury:' || at || NEW.recipient END;
  credit := CASE WHEN NEW.kind = 'collection' THEN 'buyers'
    WHEN NEW.kind = 'refund_collected' THEN merchant
    WHEN NEW.kind = 'refund' AND NOT is_from_treasury OR is_forwarded THEN 'router:' || at || NEW.sender
    ELSE 'treasury:' || at || NEW.sender END;
  IF NEW.kind = 'refund_collected' OR is_from_treasury THEN
    INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, created_at)
      VALUES ('refund_owed', asset, NEW.amount, merchant, 'buyers', NEW.payment_id, NEW.refund_id, NEW.created_at);
  END IF;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, tx_hash, block_number, created_at)
    VALUES (CASE NEW.kind WHEN 'collection' THEN 'collected' WHEN 'settlement' THEN 'settled' WHEN 'held' THEN 'held'
        WHEN 'refund_collected' THEN 'refund_collected' WHEN 'refund' THEN 'refunded' ELSE 'fee_sent' END::ledger_kind,
      asset, NEW.amount, debit, credit, NEW.payment_id, NEW.refund_id, NEW.tx_hash, NEW.block_number, NEW.created_at);
  RETURN NULL;
END $$;

-- As before. Who pays a refund can't change either.
CREATE OR REPLACE FUNCTION refund_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid numeric;
  claimed numeric;
  is_recovered boolean := TG_OP = 'UPDATE' AND NEW.state = 'succeeded'
    AND coalesce(current_setting('till.recovery', true), '') = 'on';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.mode, NEW.asset, NEW.amount, NEW.recipient, NEW.created_by,
        NEW.token_hash, NEW.created_at, NEW.expires_at, NEW.from_treasury)
      IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.mode, OLD.asset, OLD.amount, OLD.recipient,
        OLD.created_by, OLD.token_hash, OLD.created_at, OLD.expires_at, OLD.from_treasury) THEN
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

-- As before. A payout gets a refund only when it is opened, and then goes to the buyer for good, unless the refund fails without
-- having moved money: then it is held again.
CREATE OR REPLACE FUNCTION payout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.asset, NEW.treasury, NEW.amount, NEW.fee, NEW.created_at)
    IS DISTINCT FROM (OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.asset, OLD.treasury, OLD.amount, OLD.fee,
      OLD.created_at) THEN
    RAISE EXCEPTION 'what payout % owes can not change', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('held', 'pending'), ('pending', 'submitted'),
      ('pending', 'failed'), ('submitted', 'final'), ('submitted', 'failed'), ('failed', 'pending'), ('failed', 'held')) THEN
    RAISE EXCEPTION 'payout % can not go from % to %', OLD.payment_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'failed' AND NEW.state IN ('pending', 'held') THEN
    IF NEW.attempt <> OLD.attempt + 1 THEN
      RAISE EXCEPTION 'payout % is opened again without a new attempt', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM chain_transfer WHERE payment_id = OLD.payment_id
        AND (kind = 'settlement' OR kind = 'refund' AND sender = OLD.treasury)) THEN
      RAISE EXCEPTION 'payout % has moved money', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM relay_transaction WHERE payment_id = OLD.payment_id AND payout_attempt = OLD.attempt
        AND state <> 'displaced' AND state NOT IN ('final', 'refused', 'cancelled')) THEN
      RAISE EXCEPTION 'payout % has an attempt that may still pay', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.attempt <> OLD.attempt OR (NEW.destination IS DISTINCT FROM OLD.destination AND OLD.state <> 'held') THEN
    RAISE EXCEPTION 'payout % keeps its attempt and its destination', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'failed' AND NEW.state = 'held' AND OLD.refund_id IS NULL THEN
    RAISE EXCEPTION 'payout % was not for a refund', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.refund_id IS DISTINCT FROM OLD.refund_id THEN
    IF NEW.refund_id IS NULL AND NOT (OLD.state = 'failed' AND NEW.state = 'held')
      OR NEW.refund_id IS NOT NULL AND NOT (OLD.refund_id IS NULL AND OLD.state IN ('held', 'failed') AND NEW.state = 'pending') THEN
      RAISE EXCEPTION 'payout % keeps its refund', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.refund_id IS NOT NULL AND NOT EXISTS (SELECT FROM refund r WHERE r.id = NEW.refund_id AND r.payment_id = NEW.payment_id
        AND r.from_treasury AND r.state = 'processing' AND r.asset = NEW.asset AND r.amount = NEW.amount
        AND r.recipient = NEW.destination) THEN
      RAISE EXCEPTION 'payout % is not what refund % pays', OLD.payment_id, NEW.refund_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.refund_id IS NOT NULL AND (NEW.state = 'held' OR NEW.destination IS DISTINCT FROM OLD.destination) THEN
    RAISE EXCEPTION 'payout % keeps its refund and its destination', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
