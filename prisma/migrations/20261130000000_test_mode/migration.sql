-- Test accounts beside live ones (docs/decisions/0090-test-mode.md).
--
-- The id of a partner names its mode, so that each table which has a partner or an asset can refuse by itself
-- what belongs to the other mode. Existing partners are live, so no existing row can violate a constraint: they
-- are NOT VALID only to spare large tables the scan, and hold for every new row.

-- An account is a test account by its id.
CREATE FUNCTION is_test_account(partner_id text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT starts_with(partner_id, 'test_')
$$;

-- The simulated chain, on which nothing is worth anything.
CREATE FUNCTION is_test_chain(chain_id integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT chain_id = 31337
$$;

-- The same for an asset (CAIP-19) and an account (CAIP-10), which both begin with the chain.
CREATE FUNCTION is_on_test_chain(asset text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT starts_with(asset, 'eip155:31337/') OR starts_with(asset, 'eip155:31337:')
$$;

-- =================================================================================================
-- Accounts
-- =================================================================================================

-- A test account has a live one.
ALTER TABLE partner
  ADD COLUMN live_account_id text,
  ADD CONSTRAINT partner_live_account_id_fkey
    FOREIGN KEY (live_account_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT partner_test_account CHECK (
    is_test_account(id) = (live_account_id IS NOT NULL) AND NOT is_test_account(coalesce(live_account_id, ''))) NOT VALID;

-- An account keeps its id, and with it its mode, and a test account the live account whose members it has.
CREATE FUNCTION partner_mode_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.live_account_id) IS DISTINCT FROM (OLD.id, OLD.live_account_id) THEN
    RAISE EXCEPTION 'account % keeps its id and its live account', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER partner_mode_guard BEFORE UPDATE OF id, live_account_id ON partner
  FOR EACH ROW EXECUTE FUNCTION partner_mode_guard();

-- Members, and so their passkeys, belong to the live account.
ALTER TABLE "user" ADD CONSTRAINT user_of_live_account CHECK (NOT is_test_account(partner_id)) NOT VALID;
ALTER TABLE invitation ADD CONSTRAINT invitation_of_live_account CHECK (NOT is_test_account(partner_id)) NOT VALID;

-- =================================================================================================
-- Payments: a test account's are on test chains only, a live account's never
-- =================================================================================================

ALTER TABLE payment ADD CONSTRAINT payment_on_chain_of_mode CHECK (
  is_on_test_chain(coalesce(token_asset, buyer_account)) = is_test_account(partner_id)) NOT VALID;
-- Held money is money of a treasury, and a test payment has none.
ALTER TABLE refund ADD CONSTRAINT refund_on_chain_of_mode CHECK (
  is_on_test_chain(asset) = is_test_account(partner_id) AND NOT (from_treasury AND is_test_account(partner_id))) NOT VALID;

-- =================================================================================================
-- Money: nothing of a test account, and nothing on a test chain
-- =================================================================================================

-- What is owed to merchants, and the gas that it costs.
ALTER TABLE payout ADD CONSTRAINT payout_is_live CHECK (
  NOT is_test_account(partner_id) AND NOT is_on_test_chain(asset)) NOT VALID;
ALTER TABLE bulk_payout ADD CONSTRAINT bulk_payout_is_live CHECK (
  NOT is_test_account(partner_id) AND NOT is_on_test_chain(asset)) NOT VALID;
ALTER TABLE gas_charge ADD CONSTRAINT gas_charge_is_live CHECK (
  NOT is_test_account(partner_id) AND NOT is_test_chain(chain_id)) NOT VALID;

-- What was seen on chains, and the books that are kept of it.
ALTER TABLE chain_transfer ADD CONSTRAINT chain_transfer_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;
ALTER TABLE owner_transfer ADD CONSTRAINT owner_transfer_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;
ALTER TABLE wallet_transfer ADD CONSTRAINT wallet_transfer_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;
ALTER TABLE movement ADD CONSTRAINT movement_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;
ALTER TABLE book_account ADD CONSTRAINT book_account_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_is_live CHECK (NOT is_on_test_chain(asset)) NOT VALID;
ALTER TABLE wallet_entry ADD CONSTRAINT wallet_entry_is_live CHECK (NOT is_on_test_chain(asset)) NOT VALID;

-- What is sent to chains.
ALTER TABLE relayer_wallet ADD CONSTRAINT relayer_wallet_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;
ALTER TABLE relay_transaction ADD CONSTRAINT relay_transaction_is_live CHECK (NOT is_test_chain(chain_id)) NOT VALID;

-- Tables without a partner name a payment, whose partner decides. One query for a statement, which may have
-- many rows.
CREATE FUNCTION refuse_test_payments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  test_payment text;
BEGIN
  IF TG_TABLE_NAME = 'relay_transaction' THEN
    SELECT p.id INTO test_payment FROM added r JOIN payment_attempt a ON a.id = r.attempt_id JOIN payment p ON p.id = a.payment_id
      WHERE is_test_account(p.partner_id) LIMIT 1;
  ELSE
    SELECT p.id INTO test_payment FROM added r JOIN payment p ON p.id = r.payment_id
      WHERE is_test_account(p.partner_id) LIMIT 1;
  END IF;
  IF test_payment IS NOT NULL THEN
    RAISE EXCEPTION 'payment % is a test payment and has no row in %', test_payment, TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- A signature of a test payment is never sent, on whichever chain its option is.
CREATE TRIGGER relay_transaction_of_live_payment AFTER INSERT ON relay_transaction REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_test_payments();
-- No transfer on chain pays a test payment, and the ledger books transfers.
CREATE TRIGGER chain_transfer_of_live_payment AFTER INSERT ON chain_transfer REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_test_payments();
-- The same where the payout's own partner isn't the payment's.
CREATE TRIGGER payout_of_live_payment AFTER INSERT ON payout REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_test_payments();
