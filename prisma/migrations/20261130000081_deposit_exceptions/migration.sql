-- Money at a deposit address that didn't pay its payment as asked, and what a member decides about it (docs/deposits.md).

-- A merchant whose payments can be paid by transfers, unless they say otherwise.
ALTER TABLE merchant ADD COLUMN accepts_transfers boolean NOT NULL DEFAULT false;

-- =================================================================================================
-- Addresses
-- =================================================================================================

-- `accepted` is the amount for which a member accepts money that came late or was too little. `refund_account` is named by a buyer
-- who was shown the address, once. `emptied_block` is the last block in which we sent away what was there, so that no older balance
-- is believed. At `next_check_at`, every token of every network is looked at; null once that is over.
ALTER TABLE deposit_address
  ADD COLUMN accepted numeric(78, 0),
  ADD COLUMN refund_account text,
  ADD COLUMN emptied_block bigint,
  ADD COLUMN next_check_at timestamptz(3) DEFAULT now(),
  ADD CONSTRAINT deposit_address_accepted CHECK (accepted > fee) NOT VALID;

-- As before, and a refund account that was named stays.
CREATE OR REPLACE FUNCTION deposit_address_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.address, NEW.payment_id, NEW.chain_id, NEW.token, NEW.number, NEW.factory, NEW.terms_id, NEW.recipient, NEW.amount,
      NEW.fee, NEW.fee_recipient, NEW.submitter, NEW.open_after, NEW.since_block, NEW.payable_until, NEW.created_at)
    IS DISTINCT FROM (OLD.address, OLD.payment_id, OLD.chain_id, OLD.token, OLD.number, OLD.factory, OLD.terms_id, OLD.recipient,
      OLD.amount, OLD.fee, OLD.fee_recipient, OLD.submitter, OLD.open_after, OLD.since_block, OLD.payable_until, OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of deposit address % can not change', OLD.address USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refund_account IS NOT NULL AND NEW.refund_account IS DISTINCT FROM OLD.refund_account THEN
    RAISE EXCEPTION 'deposit address % keeps its refund account', OLD.address USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- =================================================================================================
-- Exceptions
-- =================================================================================================

CREATE TYPE deposit_exception_kind AS ENUM (
  'underpaid', 'overpaid', 'late', 'repeated', 'declined', 'other_token', 'other_chain');
CREATE TYPE deposit_exception_state AS ENUM (
  'open', 'accepting', 'sweeping', 'forwarded', 'accepted', 'kept', 'refunded');

-- While it is open, accepting or sweeping, the money is at the address; once it
-- is forwarded, the recipient has it. `sweeps` counts the transactions that were queued to send it there.
CREATE TABLE deposit_exception (
  id text NOT NULL,
  payment_id text NOT NULL,
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  address text NOT NULL,
  asset text NOT NULL,
  kind deposit_exception_kind NOT NULL,
  amount numeric(78, 0) NOT NULL,
  state deposit_exception_state NOT NULL DEFAULT 'open',
  sweeps integer NOT NULL DEFAULT 0,
  sweep_tx_hash text,
  refund_tx_hash text,
  reason text,
  failure text,
  decided_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT deposit_exception_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_exception_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT deposit_exception_address_fkey FOREIGN KEY (address) REFERENCES deposit_address(address) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT deposit_exception_amount_positive CHECK (amount > 0 AND sweeps >= 0),
  CONSTRAINT deposit_exception_ends CHECK (
    (ended_at IS NOT NULL) = (state IN ('accepted', 'kept', 'refunded'))
    AND (state <> 'kept' OR reason IS NOT NULL)
    AND (state = 'refunded') = (refund_tx_hash IS NOT NULL))
);
-- One case for what is at an address in a token.
CREATE UNIQUE INDEX deposit_exception_at_address ON deposit_exception (address, asset)
  WHERE state IN ('open', 'accepting', 'sweeping');
-- A transfer refunds one exception.
CREATE UNIQUE INDEX deposit_exception_asset_refund_tx_hash_key ON deposit_exception (asset, refund_tx_hash);
CREATE INDEX deposit_exception_payment_id_idx ON deposit_exception (payment_id);
CREATE INDEX deposit_exception_partner_id_id_idx ON deposit_exception (partner_id, id);
CREATE INDEX deposit_exception_unended ON deposit_exception (partner_id, id) WHERE ended_at IS NULL;

-- What it is about never changes, nor does one that has ended.
CREATE FUNCTION deposit_exception_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (NEW.id, NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.address, NEW.asset, NEW.kind,
      NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.address, OLD.asset, OLD.kind,
      OLD.created_at) THEN
    RAISE EXCEPTION 'deposit exception % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_exception_guard BEFORE UPDATE ON deposit_exception
  FOR EACH ROW EXECUTE FUNCTION deposit_exception_guard();
CREATE TRIGGER deposit_exception_kept BEFORE DELETE ON deposit_exception FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER deposit_exception_not_truncated BEFORE TRUNCATE ON deposit_exception
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- =================================================================================================
-- Sweeps
-- =================================================================================================

-- A sweep may be tried again, so it has a number.
ALTER TABLE relay_transaction
  ADD COLUMN deposit_exception_id text,
  ADD COLUMN sweep integer,
  ADD CONSTRAINT relay_transaction_deposit_exception_id_fkey
    FOREIGN KEY (deposit_exception_id) REFERENCES deposit_exception(id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  DROP CONSTRAINT relay_transaction_reference,
  ADD CONSTRAINT relay_transaction_reference CHECK (CASE
    WHEN kind IN ('collection', 'deployment', 'deposit')
      THEN attempt_id IS NOT NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL
    WHEN kind = 'payout' THEN attempt_id IS NULL AND payment_id IS NOT NULL AND payout_attempt IS NOT NULL AND payout_attempt > 0
      AND movement_id IS NULL
    WHEN kind = 'movement' THEN attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NOT NULL
    WHEN kind = 'sweep' THEN attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL
    ELSE attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL AND nonce IS NOT NULL
  END) NOT VALID,
  ADD CONSTRAINT relay_transaction_sweep CHECK (
    (kind = 'sweep') = (deposit_exception_id IS NOT NULL) AND (kind = 'sweep') = (sweep IS NOT NULL)) NOT VALID;

-- As before, and a sweep stays that of its exception.
CREATE OR REPLACE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.kind, NEW.attempt_id, NEW.payment_id, NEW.payout_attempt, NEW.movement_id,
        NEW.deposit_exception_id, NEW.sweep, NEW.target, NEW.value)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.kind, OLD.attempt_id, OLD.payment_id, OLD.payout_attempt, OLD.movement_id,
        OLD.deposit_exception_id, OLD.sweep, OLD.target, OLD.value)
    OR NEW.calldata IS DISTINCT FROM OLD.calldata
      AND NOT (NEW.calldata = '0x' AND OLD.kind = 'collection' AND OLD.state IN ('final', 'cancelled')) THEN
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

-- As before. A sweep's gas counts for its partner when it was spent.
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
      SELECT r.id, r.chain_id, r.kind, r.attempt_id, r.payment_id, r.payout_attempt, r.deposit_exception_id, r.updated_at,
        least(r.gas_cost, 1e30) AS cost
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
      SELECT x.partner_id, '', '', utc_day(e.updated_at), e.chain_id, e.kind, NULL, e.id, 'spent', e.cost
      FROM ended e JOIN deposit_exception x ON x.id = e.deposit_exception_id
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
