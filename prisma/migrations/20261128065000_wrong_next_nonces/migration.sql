-- Replaces a function: no table is read or locked.

-- A nonce is never given out twice. In a quarantine none is given out, so a next nonce that a node's wrong answer had raised may go
-- back, but not to one that a transaction of the wallet has.
CREATE OR REPLACE FUNCTION relayer_wallet_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.next_nonce < OLD.next_nonce AND (OLD.quarantined_at IS NULL OR EXISTS (
    SELECT FROM relay_transaction WHERE chain_id = OLD.chain_id AND wallet = OLD.address AND nonce >= NEW.next_nonce
  )) THEN
    RAISE EXCEPTION 'the nonce of relayer wallet % can not go back', OLD.address USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
