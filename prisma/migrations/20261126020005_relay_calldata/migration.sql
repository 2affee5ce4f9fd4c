-- The call of a collection that has ended may be emptied: its option and signature make it, and the chain has it.
CREATE OR REPLACE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.kind, NEW.attempt_id, NEW.payment_id, NEW.payout_attempt, NEW.movement_id, NEW.target, NEW.value)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.kind, OLD.attempt_id, OLD.payment_id, OLD.payout_attempt,
        OLD.movement_id, OLD.target, OLD.value)
    OR NEW.calldata IS DISTINCT FROM OLD.calldata
      AND NOT (NEW.calldata = '0x' AND OLD.kind = 'collection' AND OLD.state IN ('final', 'cancelled')) THEN
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
