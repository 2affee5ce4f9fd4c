-- Payouts wait until they are worth their gas and the gas budget has room for it, and their gas is reserved before it is spent, as that
-- of collections. The new columns are nullable, and the constraints of the large table are added
-- without validation.

-- CreateEnum
CREATE TYPE "payout_wait" AS ENUM ('gas_price', 'gas_budget');

-- AlterTable
ALTER TABLE "payout" ADD COLUMN "waits_for" "payout_wait", ADD COLUMN "gas_accepted" BIGINT;
ALTER TABLE "gas_charge" ADD COLUMN "payment_id" TEXT, ADD COLUMN "payout_attempt" INTEGER;

-- AddForeignKey
ALTER TABLE "gas_charge" ADD CONSTRAINT "gas_charge_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payout"("payment_id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- From here on written by hand.
ALTER TABLE payout ADD CONSTRAINT payout_gas_accepted CHECK (gas_accepted >= 0) NOT VALID;
ALTER TABLE gas_charge
  DROP CONSTRAINT gas_charge_states,
  ADD CONSTRAINT gas_charge_states CHECK (CASE state
    WHEN 'reserved' THEN (attempt_id IS NOT NULL) <> (payment_id IS NOT NULL) AND gas IS NOT NULL AND relay_transaction_id IS NULL
    WHEN 'spent' THEN relay_transaction_id IS NOT NULL
    WHEN 'released' THEN wei = 0 AND relay_transaction_id IS NULL
  END) NOT VALID,
  ADD CONSTRAINT gas_charge_payout CHECK ((payment_id IS NULL) = (payout_attempt IS NULL)
    AND (payment_id IS NULL OR kind = 'payout' AND attempt_id IS NULL)) NOT VALID;

-- As before, also for an attempt of a payout, which counts in the partner's budget only: neither an app nor a buyer has ordered it.
CREATE FUNCTION reserve_gas(of_partner text, of_app text, of_buyer text, on_day date, of_attempt text, of_payment text,
  of_payout_attempt int, on_chain int, kinds relay_kind[], gases bigint[], weis numeric[], chain_ids int[], prices numeric[],
  defaults bigint[], OUT refused text, OUT partner_micros numeric, OUT app_micros numeric, OUT buyer_micros numeric,
  OUT partner_budget numeric, OUT app_budget numeric, OUT buyer_budget numeric)
LANGUAGE plpgsql AS $$
DECLARE
  cost numeric;
  used record;
  folded record;
BEGIN
  SELECT 10000 * nullif(coalesce(gas_budget, defaults[1]), -1), 10000 * nullif(coalesce(app_gas_budget, defaults[2]), -1),
      10000 * nullif(coalesce(buyer_gas_budget, defaults[3]), -1)
    INTO partner_budget, app_budget, buyer_budget FROM partner WHERE id = of_partner;
  IF of_app = '' THEN app_budget := NULL; END IF;
  IF of_buyer = '' THEN buyer_budget := NULL; END IF;
  SELECT ceil(sum(wei) * coalesce(prices[array_position(chain_ids, on_chain)], 0) / 1e18) INTO cost FROM unnest(weis) AS wei;
  -- The folded sums are nearly current, which is enough to choose a lock by. Two hundred confirms at once can't exceed what is left
  -- without an exclusive one.
  SELECT coalesce(sum(wei * price) FILTER (WHERE app_id = ''), 0) AS partner_micros,
      coalesce(sum(wei * price) FILTER (WHERE app_id <> ''), 0) AS app_micros
    INTO folded FROM gas_day CROSS JOIN LATERAL (SELECT prices[array_position(chain_ids, chain_id)] / 1e18 AS price) p
    WHERE partner_id = of_partner AND day = on_day AND app_id IN ('', of_app);
  IF partner_budget IS NOT NULL THEN
    PERFORM lock_gas_budget('gas:' || of_partner,
      partner_budget - folded.partner_micros < greatest(partner_budget / 20, 200 * cost));
  END IF;
  IF app_budget IS NOT NULL THEN
    PERFORM lock_gas_budget('gas:' || of_partner || ':' || of_app,
      app_budget - folded.app_micros < greatest(app_budget / 20, 200 * cost));
  END IF;
  IF buyer_budget IS NOT NULL THEN PERFORM lock_gas_budget('gas:' || of_partner || ':' || of_buyer, true); END IF;
  -- After the locks, to see what was committed while this one waited.
  used := gas_used(of_partner, of_app, nullif(of_buyer, ''), on_day, chain_ids, prices);
  partner_micros := used.partner_micros + cost;
  app_micros := used.app_micros + cost;
  buyer_micros := used.buyer_micros + cost;
  refused := CASE WHEN partner_micros > partner_budget THEN 'partner' WHEN app_micros > app_budget THEN 'app'
    WHEN buyer_micros > buyer_budget THEN 'buyer' ELSE '' END;
  IF refused <> '' THEN RETURN; END IF;
  INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, payment_id, payout_attempt, state, wei, gas)
    SELECT of_partner, of_app, of_buyer, on_day, on_chain, kind, of_attempt, of_payment, of_payout_attempt, 'reserved', wei, gas
    FROM unnest(kinds, gases, weis) AS r (kind, gas, wei);
  IF used.pending > 100 THEN PERFORM fold_gas(of_partner, on_day); END IF;
END $$;

-- For processes from before this migration.
CREATE OR REPLACE FUNCTION reserve_gas(of_partner text, of_app text, of_buyer text, on_day date, of_attempt text, on_chain int,
  kinds relay_kind[], gases bigint[], weis numeric[], chain_ids int[], prices numeric[], defaults bigint[],
  OUT refused text, OUT partner_micros numeric, OUT app_micros numeric, OUT buyer_micros numeric,
  OUT partner_budget numeric, OUT app_budget numeric, OUT buyer_budget numeric)
LANGUAGE sql AS $$
  SELECT * FROM reserve_gas(of_partner, of_app, of_buyer, on_day, of_attempt, NULL, NULL, on_chain, kinds, gases, weis, chain_ids,
    prices, defaults)
$$;

-- As before. The receipt of a payout replaces its reservation; one that was queued before there were any is inserted.
CREATE OR REPLACE FUNCTION book_gas_costs() RETURNS trigger LANGUAGE plpgsql
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
      SELECT r.id, r.chain_id, r.kind, r.attempt_id, r.payment_id, r.payout_attempt, r.updated_at, least(r.gas_cost, 1e30) AS cost
      FROM after r JOIN before b ON b.id = r.id
      WHERE r.gas_cost IS NOT NULL AND b.gas_cost IS NULL AND r.kind <> 'noop'),
    spent AS (
      UPDATE gas_charge c SET state = 'spent', wei = e.cost, relay_transaction_id = e.id FROM ended e
      WHERE c.attempt_id = e.attempt_id AND c.kind = e.kind AND c.relay_transaction_id IS NULL
      RETURNING e.id),
    paid AS (
      UPDATE gas_charge c SET state = 'spent', wei = e.cost, relay_transaction_id = e.id FROM ended e
      WHERE e.kind = 'payout' AND c.payment_id = e.payment_id AND c.payout_attempt = e.payout_attempt
        AND c.relay_transaction_id IS NULL
      RETURNING e.id)
    INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, relay_transaction_id, state, wei)
      SELECT o.partner_id, '', '', utc_day(e.updated_at), e.chain_id, e.kind, NULL, e.id, 'spent'::gas_charge_state, e.cost
      FROM ended e JOIN payout o ON o.payment_id = e.payment_id WHERE e.kind = 'payout' AND e.id NOT IN (SELECT id FROM paid)
      UNION ALL
      -- Confirmed before there were reservations.
      SELECT p.partner_id, coalesce(a.app_id, ''), o.buyer, utc_day(a.created_at), e.chain_id, e.kind, a.id, e.id, 'spent', e.cost
      FROM ended e JOIN payment_attempt a ON a.id = e.attempt_id JOIN payment_option o ON o.id = a.option_id
        JOIN payment p ON p.id = a.payment_id
      WHERE e.kind <> 'payout' AND e.id NOT IN (SELECT id FROM spent)
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- An attempt of a payout that has ended sends nothing more; what it has spent is recorded by the receipt, before or after.
CREATE FUNCTION release_gas_of_payouts() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF (SELECT true FROM after WHERE state IN ('final', 'failed') LIMIT 1) IS NULL THEN RETURN NULL; END IF;
  UPDATE gas_charge c SET state = 'released', wei = 0 FROM after o
    WHERE c.payment_id = o.payment_id AND c.state = 'reserved' AND o.state IN ('final', 'failed');
  RETURN NULL;
END $$;
CREATE TRIGGER payout_gas_released AFTER UPDATE ON payout REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION release_gas_of_payouts();
