-- Tokens that a person has attributed to a payment can be sent back to its buyer.

ALTER TABLE wallet_transfer DROP CONSTRAINT wallet_transfer_finding,
  ADD CONSTRAINT wallet_transfer_finding CHECK (CASE
    WHEN state IN ('pending', 'open', 'recorded') THEN note IS NULL AND resolved_by IS NULL AND payment_id IS NULL
    ELSE note <> '' AND resolved_by IS NOT NULL AND (payment_id IS NOT NULL OR state <> 'payment')
      AND (payment_id IS NULL OR state IN ('payment', 'returned')) AND (direction = 'out') = (state IN ('withdrawal', 'loss'))
  END) NOT VALID;

-- As before. A finding is final, except that what was attributed to a payment can be returned.
CREATE OR REPLACE FUNCTION wallet_transfer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'pending' THEN
      RAISE EXCEPTION 'wallet transfer % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.chain_id, NEW.direction, NEW.address, NEW.counterparty, NEW.role, NEW.token, NEW.amount, NEW.tx_hash, NEW.log_index,
      NEW.block_number, NEW.created_at)
    IS DISTINCT FROM (OLD.chain_id, OLD.direction, OLD.address, OLD.counterparty, OLD.role, OLD.token, OLD.amount, OLD.tx_hash,
      OLD.log_index, OLD.block_number, OLD.created_at) THEN
    RAISE EXCEPTION 'wallet transfer % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.resolved_by IS NOT NULL AND (NEW.payment_id, NEW.note, NEW.resolved_by, NEW.resolved_at)
    IS DISTINCT FROM (OLD.payment_id, OLD.note, OLD.resolved_by, OLD.resolved_at) THEN
    RAISE EXCEPTION 'the finding about wallet transfer % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT (OLD.state = 'pending' AND NEW.state = 'open' OR OLD.state = 'open' AND NEW.state <> 'pending'
      OR OLD.state = 'payment' AND NEW.state = 'returned') THEN
    RAISE EXCEPTION 'wallet transfer % can not go from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- As before. What was attributed to a payment is owed to buyers, so its return leaves that account. The finding is kept.
CREATE OR REPLACE FUNCTION book_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, movement_id, tx_hash, block_number)
    VALUES ('movement', NEW.asset, NEW.moved,
      CASE WHEN NEW.kind <> 'return' THEN 'operator:' || NEW.chain_id
        WHEN (SELECT w.state FROM wallet_transfer w WHERE w.id = NEW.wallet_transfer_id) = 'payment' THEN 'buyers'
        ELSE 'suspense:received' END,
      'treasury:' || NEW.chain_id || ':' || NEW.wallet, NEW.id, NEW.tx_hash, NEW.block_number);
  UPDATE wallet_transfer SET state = 'returned', note = coalesce(note, NEW.reason),
      resolved_by = coalesce(resolved_by, NEW.ordered_by), resolved_at = coalesce(resolved_at, NEW.ended_at)
    WHERE id = NEW.wallet_transfer_id;
  RETURN NULL;
END $$;
