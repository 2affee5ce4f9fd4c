-- Deposit addresses (docs/deposits.md): a payment can have addresses of its own, and a transfer to one pays it.

-- =================================================================================================
-- Payments
-- =================================================================================================

-- A payment that allows transfers takes those until deposit_until, which is fixed at its creation. Once an
-- address was given, the payment is open until the chain shows that nothing came.
ALTER TABLE payment
  ADD COLUMN deposit_until timestamptz(3),
  ADD COLUMN has_deposit_address boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payment_takes_deposits_after_expiry CHECK (deposit_until > expires_at) NOT VALID,
  ADD CONSTRAINT payment_address_only_with_deposits CHECK (
    NOT has_deposit_address OR deposit_until IS NOT NULL) NOT VALID;

-- Who sends a transfer may be an exchange, so that payment has no buyer.
ALTER TABLE payment
  DROP CONSTRAINT payment_processing_has_buyer,
  ADD CONSTRAINT payment_processing_has_buyer CHECK (
    status NOT IN ('processing', 'succeeded')
    OR ((buyer_account IS NOT NULL OR has_deposit_address) AND token_asset IS NOT NULL AND token_amount IS NOT NULL
      AND token_fee IS NOT NULL AND token_amount > 0 AND token_fee >= 0 AND token_fee < token_amount)) NOT VALID;

-- The sweep of overdue payments leaves these to the checks of their addresses.
CREATE FUNCTION payment_deposit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deposit_until IS DISTINCT FROM OLD.deposit_until OR OLD.has_deposit_address AND NOT NEW.has_deposit_address THEN
    RAISE EXCEPTION 'payment % keeps its deposit addresses and their time', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_deposit_guard BEFORE UPDATE OF deposit_until, has_deposit_address ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_deposit_guard();

-- =================================================================================================
-- Addresses, and what arrived there
-- =================================================================================================

CREATE TYPE deposit_address_state AS ENUM ('open', 'collecting', 'closed');

-- The terms of an address are frozen, because the address is their hash. `number` counts the addresses of a
-- payment in one token, from 1. `seen` is the balance at the newest block, `received` at the newest final one.
CREATE TABLE deposit_address (
  address text NOT NULL,
  payment_id text NOT NULL,
  chain_id integer NOT NULL,
  token text NOT NULL,
  number integer NOT NULL,
  factory text NOT NULL,
  terms_id text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  fee_recipient text NOT NULL,
  submitter text NOT NULL,
  open_after bigint NOT NULL,
  since_block bigint NOT NULL,
  payable_until timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  journaled_at timestamptz(3),
  state deposit_address_state NOT NULL DEFAULT 'open',
  seen numeric(78, 0) NOT NULL DEFAULT 0,
  received numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT deposit_address_pkey PRIMARY KEY (address),
  CONSTRAINT deposit_address_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT deposit_address_amounts CHECK (amount > 0 AND fee >= 0 AND fee < amount AND seen >= 0 AND received >= 0),
  CONSTRAINT deposit_address_terms_id_is_32_bytes CHECK (terms_id ~ '^0x[0-9a-f]{64}$'),
  CONSTRAINT deposit_address_number_positive CHECK (number > 0),
  CONSTRAINT deposit_address_is_live CHECK (NOT is_test_chain(chain_id))
);

-- Transfers to an address that are final on chain. Its sums explain the address's balance.
CREATE TABLE deposit_transfer (
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  address text NOT NULL,
  sender text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  block_number bigint NOT NULL,
  block_time timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT deposit_transfer_pkey PRIMARY KEY (chain_id, tx_hash, log_index),
  CONSTRAINT deposit_transfer_address_fkey FOREIGN KEY (address) REFERENCES deposit_address(address) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT deposit_transfer_amount_positive CHECK (amount > 0)
);

CREATE UNIQUE INDEX deposit_address_payment_id_chain_id_token_number_key ON deposit_address (payment_id, chain_id, token, number);
-- The work list of the checks.
CREATE INDEX deposit_address_unfinished ON deposit_address (chain_id, address) WHERE state <> 'closed';
-- What a submitter's key is needed for.
CREATE INDEX deposit_address_chain_id_submitter_open_after_idx ON deposit_address (chain_id, submitter, open_after);
CREATE INDEX deposit_transfer_address_idx ON deposit_transfer (address);

-- The terms never change, and nothing is deleted: a buyer was shown the address, and its terms alone can spend what
-- is there.
CREATE FUNCTION deposit_address_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.address, NEW.payment_id, NEW.chain_id, NEW.token, NEW.number, NEW.factory, NEW.terms_id, NEW.recipient, NEW.amount,
      NEW.fee, NEW.fee_recipient, NEW.submitter, NEW.open_after, NEW.since_block, NEW.payable_until, NEW.created_at)
    IS DISTINCT FROM (OLD.address, OLD.payment_id, OLD.chain_id, OLD.token, OLD.number, OLD.factory, OLD.terms_id, OLD.recipient,
      OLD.amount, OLD.fee, OLD.fee_recipient, OLD.submitter, OLD.open_after, OLD.since_block, OLD.payable_until, OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of deposit address % can not change', OLD.address USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_address_guard BEFORE UPDATE ON deposit_address FOR EACH ROW EXECUTE FUNCTION deposit_address_guard();
CREATE TRIGGER deposit_address_kept BEFORE DELETE ON deposit_address FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER deposit_address_not_truncated BEFORE TRUNCATE ON deposit_address
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER deposit_transfer_append_only BEFORE UPDATE OR DELETE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER deposit_transfer_not_truncated BEFORE TRUNCATE ON deposit_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- =================================================================================================
-- Attempts and relay transactions
-- =================================================================================================

-- An attempt collects an option or an address. One address may need several, one after another.
ALTER TABLE payment_attempt
  ALTER COLUMN option_id DROP NOT NULL,
  ADD COLUMN deposit_address text,
  ADD CONSTRAINT payment_attempt_deposit_address_fkey
    FOREIGN KEY (deposit_address) REFERENCES deposit_address(address) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT payment_attempt_source CHECK (
    (option_id IS NULL) <> (deposit_address IS NULL)
    AND (deposit_address IS NULL OR refund_id IS NULL AND NOT awaits AND signature = '0x')) NOT VALID;

ALTER TABLE relay_transaction
  DROP CONSTRAINT relay_transaction_reference,
  ADD CONSTRAINT relay_transaction_reference CHECK (CASE
    WHEN kind IN ('collection', 'deployment', 'deposit')
      THEN attempt_id IS NOT NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL
    WHEN kind = 'payout' THEN attempt_id IS NULL AND payment_id IS NOT NULL AND payout_attempt IS NOT NULL AND payout_attempt > 0
      AND movement_id IS NULL
    WHEN kind = 'movement' THEN attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NOT NULL
    ELSE attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL AND nonce IS NOT NULL
  END) NOT VALID;

-- As before, for attempts that collect an address too: each address counts as a buyer of its own.
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
      -- Gas that nothing was reserved for counts all the same.
      SELECT p.partner_id, coalesce(a.app_id, ''), coalesce(o.buyer, a.deposit_address), utc_day(a.created_at), e.chain_id, e.kind,
        a.id, e.id, 'spent', e.cost
      FROM ended e JOIN payment_attempt a ON a.id = e.attempt_id LEFT JOIN payment_option o ON o.id = a.option_id
        JOIN payment p ON p.id = a.payment_id
      WHERE e.kind <> 'payout' AND e.id NOT IN (SELECT id FROM spent)
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
