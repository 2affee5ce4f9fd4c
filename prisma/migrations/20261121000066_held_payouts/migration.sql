-- Written by hand: rows, constraints, partial indexes and triggers.

-- What is owed by payments that succeeded while their merchant had no destination; until now it had no row.
INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, treasury, amount, fee, created_at, updated_at)
  SELECT p.id, p.partner_id, p.merchant_id, 'held', p.token_asset, t.recipient, p.token_amount - p.token_fee, p.token_fee,
    p.succeeded_at, p.succeeded_at
  FROM payment p JOIN chain_transfer t ON t.payment_id = p.id AND t.kind = 'collection'
  WHERE p.status = 'succeeded' AND NOT EXISTS (SELECT FROM payout o WHERE o.payment_id = p.id);

UPDATE payout SET failure = 'the reason was not kept' WHERE state = 'failed';

ALTER TABLE payout
  ADD CONSTRAINT payout_held_has_no_destination CHECK ((state = 'held') = (destination IS NULL)),
  ADD CONSTRAINT payout_failed_has_reason CHECK ((state = 'failed') = (failure IS NOT NULL)),
  ADD CONSTRAINT payout_attempt_positive CHECK (attempt > 0);

-- Money without a destination, by partner and by merchant; the sums are read out of the indexes alone.
CREATE INDEX payout_held ON payout (partner_id, created_at, payment_id) INCLUDE (merchant_id, asset, amount)
  WHERE state = 'held';
CREATE INDEX payout_held_of_merchant ON payout (merchant_id, created_at, payment_id) INCLUDE (asset, amount)
  WHERE state = 'held';
-- Settlements that are under way or have failed, for those who look whether one is stuck.
CREATE INDEX payout_unfinished ON payout (partner_id, updated_at, payment_id)
  WHERE state IN ('pending', 'submitted', 'failed');

-- What is paid is paid once: a payout is opened again only when its last attempt can't pay any more, and never after one
-- that moved money. What it owes, and out of which wallet, stays.
CREATE FUNCTION payout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  purpose_of_last text := 'settle:' || OLD.payment_id || CASE WHEN OLD.attempt = 1 THEN '' ELSE ':' || OLD.attempt END;
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
    IF EXISTS (SELECT FROM relay_transaction WHERE purpose = purpose_of_last AND state <> 'displaced'
        AND state NOT IN ('final', 'refused', 'cancelled')) THEN
      RAISE EXCEPTION 'payout % has an attempt that may still pay', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.attempt <> OLD.attempt OR (NEW.destination IS DISTINCT FROM OLD.destination AND OLD.state <> 'held') THEN
    RAISE EXCEPTION 'payout % keeps its attempt and its destination', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_guard BEFORE UPDATE ON payout FOR EACH ROW EXECUTE FUNCTION payout_guard();
