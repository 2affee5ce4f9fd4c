-- Testnets in test mode (docs/decisions/0091-testnets.md).
--
-- What is sent to a testnet is booked like everything that is sent to a chain, so the tables of money take test
-- payments from now on: on testnets only, which take no others. Nothing is ever on the simulated chain. No existing
-- row can violate a constraint, because no row is on a testnet yet; they are NOT VALID only to spare large tables the
-- scan, and hold for every new row.

-- The chains that take test payments and no others: the simulated one, and the testnets.
CREATE OR REPLACE FUNCTION is_test_chain(chain_id integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT chain_id IN (31337, 11155111, 84532, 421614, 11155420, 80002, 97, 11142220, 10143)
$$;

-- The same for an asset (CAIP-19) and an account (CAIP-10), which both begin with the chain.
CREATE OR REPLACE FUNCTION is_on_test_chain(asset text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT split_part(translate(asset, '/', ':'), ':', 2) IN ('31337', '11155111', '84532', '421614', '11155420', '80002', '97',
    '11142220', '10143')
$$;

-- The chain without a node.
CREATE FUNCTION is_simulated_chain(chain_id integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT chain_id = 31337
$$;
CREATE FUNCTION is_on_simulated_chain(asset text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT starts_with(asset, 'eip155:31337/')
$$;

-- =================================================================================================
-- Tables that have a partner: its mode is the chain's
-- =================================================================================================

-- The router has paid the merchant of a test payment as it collected: no treasury holds test money. Orders to pay
-- out what is held (bulk_payout_is_live) stay live.
ALTER TABLE payout DROP CONSTRAINT payout_is_live, ADD CONSTRAINT payout_on_chain_of_mode CHECK (
  is_on_test_chain(asset) = is_test_account(partner_id) AND NOT is_on_simulated_chain(asset)
    AND (state = 'final' OR NOT is_test_account(partner_id))) NOT VALID;
ALTER TABLE gas_charge DROP CONSTRAINT gas_charge_is_live, ADD CONSTRAINT gas_charge_on_chain_of_mode CHECK (
  is_test_chain(chain_id) = is_test_account(partner_id) AND NOT is_simulated_chain(chain_id)) NOT VALID;

-- =================================================================================================
-- Tables that have a chain only: it is real
-- =================================================================================================

ALTER TABLE chain_transfer DROP CONSTRAINT chain_transfer_is_live,
  ADD CONSTRAINT chain_transfer_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;
ALTER TABLE owner_transfer DROP CONSTRAINT owner_transfer_is_live,
  ADD CONSTRAINT owner_transfer_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;
ALTER TABLE wallet_transfer DROP CONSTRAINT wallet_transfer_is_live,
  ADD CONSTRAINT wallet_transfer_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;
ALTER TABLE movement DROP CONSTRAINT movement_is_live,
  ADD CONSTRAINT movement_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;
ALTER TABLE book_account DROP CONSTRAINT book_account_is_live,
  ADD CONSTRAINT book_account_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_is_live,
  ADD CONSTRAINT ledger_entry_on_real_chain CHECK (NOT is_on_simulated_chain(asset)) NOT VALID;
ALTER TABLE wallet_entry DROP CONSTRAINT wallet_entry_is_live,
  ADD CONSTRAINT wallet_entry_on_real_chain CHECK (NOT is_on_simulated_chain(asset)) NOT VALID;
ALTER TABLE relayer_wallet DROP CONSTRAINT relayer_wallet_is_live,
  ADD CONSTRAINT relayer_wallet_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;
ALTER TABLE relay_transaction DROP CONSTRAINT relay_transaction_is_live,
  ADD CONSTRAINT relay_transaction_on_real_chain CHECK (NOT is_simulated_chain(chain_id)) NOT VALID;

-- =================================================================================================
-- Rows of a payment: the mode of its partner is the chain's
-- =================================================================================================

-- Only what is sent and what is booked: a transfer and a payout are booked by the statement that inserts them. One query
-- for a statement, which may have many rows. The plans that read whole tables are turned off, because a plan that is made
-- while a table is small is kept while it grows.
CREATE FUNCTION require_chain_of_mode() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong text;
BEGIN
  IF TG_TABLE_NAME = 'relay_transaction' THEN
    SELECT p.id INTO wrong FROM added r LEFT JOIN payment_attempt a ON a.id = r.attempt_id
      JOIN payment p ON p.id = coalesce(a.payment_id, r.payment_id)
      WHERE is_test_chain(r.chain_id) <> is_test_account(p.partner_id) LIMIT 1;
  ELSE
    SELECT p.id INTO wrong FROM added r JOIN payment p ON p.id = r.payment_id
      WHERE is_on_test_chain(r.asset) <> is_test_account(p.partner_id) LIMIT 1;
  END IF;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'payment % is of the other mode than the chain of a row in %', wrong, TG_TABLE_NAME
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- A signature is sent to a chain of its payment's mode, whichever chain its option is on.
DROP TRIGGER relay_transaction_of_live_payment ON relay_transaction;
CREATE TRIGGER relay_transaction_on_chain_of_mode AFTER INSERT ON relay_transaction REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION require_chain_of_mode();
-- The books of a live chain have nothing of a test payment, nor the reverse: no transfer there pays it, and no payout
-- is owed there, also where the payout's own partner isn't the payment's.
DROP TRIGGER chain_transfer_of_live_payment ON chain_transfer;
DROP TRIGGER payout_of_live_payment ON payout;
CREATE TRIGGER ledger_entry_on_chain_of_mode AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION require_chain_of_mode();

DROP FUNCTION refuse_test_payments();
