-- Gas is booked and counted against its reservations once for a statement, as the transfers of collections are. Each transaction's
-- cost is known when it ends, so the updates before that and after it end at the first check.
CREATE FUNCTION book_gas_costs() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF (SELECT true FROM before WHERE gas_cost IS NULL LIMIT 1) IS NULL
    OR (SELECT true FROM after WHERE gas_cost IS NOT NULL LIMIT 1) IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, relay_transaction_id, tx_hash, block_number, created_at)
    SELECT 'gas', 'eip155:' || r.chain_id || '/native', r.gas_cost, 'gas', 'treasury:' || r.chain_id || ':' || r.wallet, r.id,
      r.mined_hash, r.block_number, r.updated_at
    FROM after r JOIN before b ON b.id = r.id
    WHERE r.gas_cost > 0 AND b.gas_cost IS NULL;
  WITH ended AS MATERIALIZED (
      SELECT r.id, r.chain_id, r.kind, r.attempt_id, r.payment_id, r.updated_at, least(r.gas_cost, 1e30) AS cost
      FROM after r JOIN before b ON b.id = r.id
      WHERE r.gas_cost IS NOT NULL AND b.gas_cost IS NULL AND r.kind <> 'noop'),
    spent AS (
      UPDATE gas_charge c SET state = 'spent', wei = e.cost, relay_transaction_id = e.id FROM ended e
      WHERE c.attempt_id = e.attempt_id AND c.kind = e.kind AND c.relay_transaction_id IS NULL
      RETURNING e.id)
    INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, relay_transaction_id, state, wei)
      SELECT o.partner_id, '', '', utc_day(e.updated_at), e.chain_id, e.kind, NULL, e.id, 'spent'::gas_charge_state, e.cost
      FROM ended e JOIN payout o ON o.payment_id = e.payment_id WHERE e.kind = 'payout'
      UNION ALL
      -- Confirmed before there were reservations.
      SELECT p.partner_id, coalesce(a.app_id, ''), o.buyer, utc_day(a.created_at), e.chain_id, e.kind, a.id, e.id, 'spent', e.cost
      FROM ended e JOIN payment_attempt a ON a.id = e.attempt_id JOIN payment_option o ON o.id = a.option_id
        JOIN payment p ON p.id = a.payment_id
      WHERE e.kind <> 'payout' AND e.id NOT IN (SELECT id FROM spent)
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

DROP TRIGGER relay_transaction_gas_booked ON relay_transaction;
DROP TRIGGER relay_transaction_gas_spent ON relay_transaction;
CREATE TRIGGER relay_transaction_gas_booked AFTER UPDATE ON relay_transaction REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION book_gas_costs();
DROP FUNCTION book_gas();
DROP FUNCTION spend_gas();
