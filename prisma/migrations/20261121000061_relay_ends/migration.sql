-- A purpose whose nonce went to a stranger's transaction may be tried again, by a row of its own; any other only once.
DROP INDEX "relay_transaction_purpose_key";
CREATE UNIQUE INDEX relay_transaction_purpose_key ON relay_transaction (purpose) WHERE state <> 'displaced';

-- The relay's work list: what of a lane is not done yet.
DROP INDEX relay_transaction_open;
CREATE INDEX relay_transaction_open ON relay_transaction (chain_id, wallet, state, nonce, id)
  WHERE state NOT IN ('final', 'refused', 'cancelled', 'displaced');

ALTER TABLE relay_transaction
  DROP CONSTRAINT relay_transaction_block_when_mined,
  ADD CONSTRAINT relay_transaction_block_when_mined CHECK (
    state NOT IN ('mined', 'final', 'cancelled')
    OR (mined_hash IS NOT NULL AND block_hash IS NOT NULL AND block_number IS NOT NULL)),
  ADD CONSTRAINT relay_transaction_gas_cost_at_end CHECK (
    gas_cost IS NULL OR (gas_cost >= 0 AND state IN ('final', 'cancelled'))),
  ADD CONSTRAINT relay_transaction_objection_before_nonce CHECK (
    (objection IS NULL) = (objected_at_block IS NULL) AND (objection IS NULL OR state IN ('queued', 'refused')));

-- What has ended stays as it is, and what was paid for it is said with the end. Rows of before know no cost.
CREATE OR REPLACE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.purpose, NEW.target, NEW.calldata)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.purpose, OLD.target, OLD.calldata) THEN
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
