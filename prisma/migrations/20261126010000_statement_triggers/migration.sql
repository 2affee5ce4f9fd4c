-- The triggers that book collections, payouts and gas run once for a statement instead of once for each row: the worker records
-- sixteen payments in one statement. Each entry is what the trigger of a row wrote. The functions turn off the plans that read whole
-- tables, because a plan made while a table is small is kept while it grows.

CREATE FUNCTION book_chain_transfers() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong record;
BEGIN
  SELECT t.kind, t.payment_id INTO wrong FROM added t
    WHERE t.kind IN ('held', 'fee') AND (SELECT true FROM chain_transfer c
      WHERE c.payment_id = t.payment_id AND c.kind = 'collection' AND c.tx_hash = t.tx_hash LIMIT 1) IS NULL
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a % transfer of % is in another transaction than its collection', wrong.kind, wrong.payment_id
      USING ERRCODE = 'check_violation';
  END IF;
  -- A worker from before refunds of held money would record one as the merchant's.
  SELECT t.kind, t.payment_id INTO wrong FROM added t
    WHERE t.kind = 'settlement'
      AND (SELECT true FROM payout o WHERE o.payment_id = t.payment_id AND o.refund_id IS NOT NULL LIMIT 1)
      AND (SELECT true FROM chain_transfer c
        WHERE c.payment_id = t.payment_id AND c.kind = 'collection' AND c.tx_hash = t.tx_hash LIMIT 1) IS NULL
    OR t.kind = 'refund' AND (SELECT r.from_treasury FROM refund r WHERE r.id = t.refund_id)
      AND (SELECT true FROM payout o WHERE o.payment_id = t.payment_id AND o.refund_id = t.refund_id LIMIT 1) IS NULL
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a % transfer of % is not what its payout pays', wrong.kind, wrong.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT true FROM added t WHERE t.kind IN ('refund', 'refund_collected') LIMIT 1) THEN
    INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, created_at)
      SELECT 'refund_owed', 'eip155:' || t.chain_id || '/erc20:' || t.token, t.amount,
        (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = t.payment_id), 'buyers', t.payment_id, t.refund_id,
        t.created_at
      FROM added t
      WHERE t.kind = 'refund_collected'
        OR t.kind = 'refund' AND (SELECT r.from_treasury FROM refund r WHERE r.id = t.refund_id);
  END IF;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, tx_hash, block_number, created_at)
    SELECT CASE t.kind WHEN 'collection' THEN 'collected' WHEN 'settlement' THEN 'settled' WHEN 'held' THEN 'held'
        WHEN 'refund_collected' THEN 'refund_collected' WHEN 'refund' THEN 'refunded' ELSE 'fee_sent' END::ledger_kind,
      'eip155:' || t.chain_id || '/erc20:' || t.token, t.amount,
      CASE WHEN t.kind IN ('collection', 'refund_collected') THEN 'router:' || t.chain_id || ':' || t.recipient
        WHEN t.kind = 'refund' THEN 'buyers'
        WHEN t.kind = 'settlement' THEN (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = t.payment_id)
        ELSE 'treasury:' || t.chain_id || ':' || t.recipient END,
      CASE WHEN t.kind = 'collection' THEN 'buyers'
        WHEN t.kind = 'refund_collected' THEN (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = t.payment_id)
        WHEN t.kind = 'refund' THEN CASE WHEN (SELECT r.from_treasury FROM refund r WHERE r.id = t.refund_id)
          THEN 'treasury:' ELSE 'router:' END || t.chain_id || ':' || t.sender
        WHEN t.kind IN ('held', 'fee') OR (SELECT true FROM chain_transfer c
          WHERE c.payment_id = t.payment_id AND c.kind = 'collection' AND c.tx_hash = t.tx_hash LIMIT 1)
          THEN 'router:' || t.chain_id || ':' || t.sender
        ELSE 'treasury:' || t.chain_id || ':' || t.sender END,
      t.payment_id, t.refund_id, t.tx_hash, t.block_number, t.created_at
    FROM added t;
  RETURN NULL;
END $$;

DROP TRIGGER chain_transfer_booked ON chain_transfer;
CREATE TRIGGER chain_transfer_booked AFTER INSERT ON chain_transfer REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION book_chain_transfers();
DROP FUNCTION book_chain_transfer();

CREATE FUNCTION book_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, created_at)
    SELECT part.kind, o.asset, part.amount, 'buyers', part.credit, o.payment_id, o.created_at
    FROM added o CROSS JOIN LATERAL (VALUES ('owed'::ledger_kind, o.amount, 'merchant:' || o.merchant_id),
      ('fee'::ledger_kind, o.fee, 'fees:' || o.partner_id)) AS part (kind, amount, credit)
    WHERE part.amount > 0;
  RETURN NULL;
END $$;

DROP TRIGGER payout_booked ON payout;
CREATE TRIGGER payout_booked AFTER INSERT ON payout REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION book_payouts();
DROP FUNCTION book_payout();
