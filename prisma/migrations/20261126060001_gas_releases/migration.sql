-- An attempt that has ended sends nothing more, so any of its gas that is still reserved is released: once for a statement, because a
-- worker ends sixteen attempts in one. A migration of its own: confirms and workers lock the two tables in different orders.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION release_gas_of_attempts() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF (SELECT true FROM after WHERE state IN ('final', 'rejected') LIMIT 1) IS NULL THEN RETURN NULL; END IF;
  UPDATE gas_charge c SET state = 'released', wei = 0 FROM after a
    WHERE c.attempt_id = a.id AND c.state = 'reserved' AND a.state IN ('final', 'rejected');
  RETURN NULL;
END $$;

DROP TRIGGER payment_attempt_gas_released ON payment_attempt;
CREATE TRIGGER payment_attempt_gas_released AFTER UPDATE ON payment_attempt REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION release_gas_of_attempts();
DROP FUNCTION release_gas();
