-- A transfer of tokens at one of our addresses is explained once: by a payment, a return, or a person's finding. Whatever explains one
-- locks the transfers of its transaction first and then compares sums, so that concurrent explanations see each other. Creates functions
-- and triggers, and reads no table.

CREATE FUNCTION lock_transfers_of(of_chain integer, of_hash text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('transfers:' || of_chain || ':' || of_hash, 0))
$$;

-- What payments and final movements have moved in a transaction, on one side of one of our addresses.
CREATE FUNCTION explained_amount(of_chain integer, of_hash text, of_direction transfer_direction, of_address text, of_token text)
RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(t.amount), 0) FROM (
      SELECT c.token, c.sender, c.recipient, c.amount FROM chain_transfer c WHERE c.chain_id = of_chain AND c.tx_hash = of_hash
      UNION ALL
      SELECT CASE WHEN m.asset LIKE '%/native' THEN 'native' ELSE split_part(m.asset, ':', 3) END, m.wallet, m.destination, m.moved
        FROM movement m WHERE m.chain_id = of_chain AND m.tx_hash = of_hash AND m.state = 'final') AS t
    WHERE t.token = of_token AND CASE of_direction WHEN 'in' THEN t.recipient ELSE t.sender END = of_address
$$;

-- Takes back the open transfers of a transaction that payments or movements have explained since they were opened: a whole group of
-- their sum, or single ones with the same parties and amount. Nothing takes back one that is being returned.
CREATE FUNCTION take_back_transfers(of_chain integer, of_hash text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_transfer SET state = 'recorded' WHERE id IN (
      SELECT id FROM (
        SELECT w.id, w.amount, w.total, explained_amount(of_chain, of_hash, w.direction, w.address, w.token) - w.recorded
            - (SELECT coalesce(sum(b.amount), 0) FROM wallet_transfer b WHERE b.state = 'recorded'
              AND b.chain_id = w.chain_id AND (b.tx_hash, b.direction, b.address, b.token)
                = (w.tx_hash, w.direction, w.address, w.token)) AS since,
          row_number() OVER (PARTITION BY w.direction, w.address, w.token, w.amount ORDER BY w.id) AS place,
          EXISTS (SELECT FROM chain_transfer c WHERE c.chain_id = of_chain AND c.tx_hash = of_hash AND c.token = w.token
              AND c.amount = w.amount AND CASE w.direction WHEN 'in' THEN (c.recipient, c.sender) ELSE (c.sender, c.recipient) END
                = (w.address, w.counterparty))
            OR EXISTS (SELECT FROM movement m WHERE m.chain_id = of_chain AND m.tx_hash = of_hash AND m.state = 'final'
              AND m.moved = w.amount AND (m.wallet, m.destination) = (w.address, w.counterparty)) AS is_named
        FROM (SELECT *, sum(amount) OVER (PARTITION BY direction, address, token) AS total FROM wallet_transfer
          WHERE chain_id = of_chain AND tx_hash = of_hash AND state = 'open' AND role <> 'router') AS w) AS open
      WHERE since > 0 AND (since = total OR since = amount AND is_named AND place = 1))
    AND NOT EXISTS (SELECT FROM movement m WHERE m.wallet_transfer_id = wallet_transfer.id AND m.state <> 'failed');
END $$;

-- Raises an error when the transfers of a transaction in these directions are explained by more than they moved. Rows that were
-- explained before others of their group were opened are gone, and count in the others' `recorded`. Routers forward what they receive,
-- so payments explain none of theirs.
CREATE FUNCTION require_explained_once(of_chain integer, of_hash text, directions transfer_direction[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT w.id, w.use INTO wrong FROM (
      SELECT min(id) FILTER (WHERE use IS NOT NULL) AS id, min(use) AS use, direction, address, token, sum(amount) AS total,
        coalesce(sum(amount) FILTER (WHERE use IS NOT NULL), 0) AS used, min(recorded) FILTER (WHERE state <> 'pending') AS before
      FROM (SELECT t.*, CASE WHEN t.state IN ('payment', 'kept', 'returned', 'withdrawal', 'loss') THEN t.state::text
          WHEN EXISTS (SELECT FROM movement m WHERE m.wallet_transfer_id = t.id AND m.state <> 'failed') THEN 'being returned'
        END AS use
        FROM wallet_transfer t WHERE t.chain_id = of_chain AND t.tx_hash = of_hash AND t.role <> 'router'
          AND t.direction = ANY(directions)) AS each
      GROUP BY direction, address, token) AS w
    WHERE w.used > 0
      AND explained_amount(of_chain, of_hash, w.direction, w.address, w.token) - w.before + w.used > w.total
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % of % is % and can''t be explained a second time', wrong.id, of_hash, wrong.use
      USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- A payment's transfers. What arrived can be explained once, because it would be owed twice otherwise. What left is proven to have
-- paid, whatever a person has found about it.
CREATE FUNCTION chain_transfers_explain() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  found record;
BEGIN
  PERFORM lock_transfers_of(a.chain_id, a.tx_hash)
    FROM (SELECT DISTINCT chain_id, tx_hash FROM added ORDER BY chain_id, tx_hash) AS a;
  -- After the locks, to see what was committed while this one waited. Most transactions have no transfer that anything else may explain.
  FOR found IN SELECT a.chain_id, a.tx_hash FROM (SELECT DISTINCT chain_id, tx_hash FROM added) AS a
      WHERE (SELECT true FROM wallet_transfer w WHERE w.chain_id = a.chain_id AND w.tx_hash = a.tx_hash LIMIT 1) LOOP
    PERFORM take_back_transfers(found.chain_id, found.tx_hash);
    PERFORM require_explained_once(found.chain_id, found.tx_hash, ARRAY['in'::transfer_direction]);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER chain_transfer_explains AFTER INSERT ON chain_transfer REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION chain_transfers_explain();

-- A person's finding. The recovery, or a person, may have found before that the transaction paid something.
CREATE FUNCTION wallet_transfer_explained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_transfers_of(NEW.chain_id, NEW.tx_hash);
  IF NEW.direction = 'out' AND EXISTS (SELECT FROM unknown_transaction u
      WHERE u.chain_id = NEW.chain_id AND u.tx_hash = NEW.tx_hash AND coalesce(u.payment_id, u.movement_id) IS NOT NULL) THEN
    RAISE EXCEPTION 'transfer % of % is a payout, a refund or a movement', NEW.id, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  PERFORM require_explained_once(NEW.chain_id, NEW.tx_hash, ARRAY[NEW.direction]);
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transfer_explained AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (NEW.state IN ('payment', 'kept', 'withdrawal', 'loss')) EXECUTE FUNCTION wallet_transfer_explained();

-- A return. Tokens that a person has attributed to a payment are owed to its buyer, and go back as well.
CREATE FUNCTION movement_explains() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  returned record;
BEGIN
  PERFORM lock_transfers_of(w.chain_id, w.tx_hash) FROM wallet_transfer w WHERE w.id = NEW.wallet_transfer_id;
  SELECT * INTO returned FROM wallet_transfer w WHERE w.id = NEW.wallet_transfer_id FOR UPDATE;
  IF returned.state NOT IN ('open', 'payment') OR returned.direction <> 'in'
    OR (returned.chain_id, returned.address, returned.amount) IS DISTINCT FROM (NEW.chain_id, NEW.wallet, NEW.amount)
    OR 'eip155:' || returned.chain_id || '/erc20:' || returned.token <> NEW.asset THEN
    RAISE EXCEPTION 'transfer % is % and can''t be sent back by %', returned.id, returned.state, NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  PERFORM require_explained_once(returned.chain_id, returned.tx_hash, ARRAY['in'::transfer_direction]);
  RETURN NULL;
END $$;
CREATE TRIGGER movement_explains AFTER INSERT ON movement FOR EACH ROW
  WHEN (NEW.wallet_transfer_id IS NOT NULL) EXECUTE FUNCTION movement_explains();

-- As before, and after the lock, so that a concurrent explanation is seen.
CREATE OR REPLACE FUNCTION owner_transfer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_transfers_of(NEW.chain_id, NEW.tx_hash);
  IF EXISTS (SELECT FROM chain_transfer t WHERE t.chain_id = NEW.chain_id AND t.tx_hash = NEW.tx_hash AND t.log_index = NEW.log_index)
    OR EXISTS (SELECT FROM movement m WHERE m.chain_id = NEW.chain_id AND m.tx_hash = NEW.tx_hash)
    OR EXISTS (SELECT FROM relay_submission s WHERE s.chain_id = NEW.chain_id AND s.hash = NEW.tx_hash)
    OR EXISTS (SELECT FROM unknown_transaction u WHERE u.chain_id = NEW.chain_id AND u.tx_hash = NEW.tx_hash
      AND u.payment_id IS NOT NULL)
    OR EXISTS (SELECT FROM wallet_transfer w WHERE w.chain_id = NEW.chain_id AND w.tx_hash = NEW.tx_hash
      AND w.log_index = NEW.log_index AND w.state NOT IN ('pending', 'open')) THEN
    RAISE EXCEPTION 'log % of % is recorded as something else', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
