-- What the database refuses, whoever asks. Written by hand: Prisma's schema language has no words for these.

-- Partners and keys
ALTER TABLE partner
  ADD CONSTRAINT partner_fee_fixed_not_negative CHECK (fee_fixed >= 0),
  ADD CONSTRAINT partner_fee_ppm_range CHECK (fee_ppm BETWEEN 0 AND 999999);
ALTER TABLE api_key
  ADD CONSTRAINT api_key_secret_is_sha256 CHECK (octet_length(secret_hash) = 32);

-- The app that the hosted checkout speaks the gateway as.
INSERT INTO app (id, name) VALUES ('app_00000000000000000000000001', 'Till Checkout');

-- Payments: amounts, and a status that agrees with the columns that belong to it.
ALTER TABLE payment
  ADD CONSTRAINT payment_value_positive CHECK (value > 0),
  ADD CONSTRAINT payment_version_not_negative CHECK (version >= 0),
  ADD CONSTRAINT payment_fee_not_negative CHECK (fee_fixed >= 0 AND fee_ppm BETWEEN 0 AND 999999),
  ADD CONSTRAINT payment_expires_after_creation CHECK (expires_at > created_at),
  ADD CONSTRAINT payment_checkout_urls_together CHECK ((success_url IS NULL) = (error_url IS NULL)),
  ADD CONSTRAINT payment_failure_code_only_if_failed CHECK (failure_code IS NULL OR status = 'failed'),
  ADD CONSTRAINT payment_cancelled_has_reason CHECK (
    (status = 'cancelled') = (cancelled_at IS NOT NULL) AND (cancelled_at IS NULL) = (cancelled_reason IS NULL)),
  ADD CONSTRAINT payment_processing_has_buyer CHECK (
    status NOT IN ('processing', 'succeeded')
    OR (buyer_account IS NOT NULL AND token_asset IS NOT NULL AND token_amount IS NOT NULL AND token_fee IS NOT NULL
      AND token_amount > 0 AND token_fee >= 0 AND token_fee < token_amount)),
  ADD CONSTRAINT payment_succeeded_has_transaction CHECK (
    (status = 'succeeded') = (succeeded_at IS NOT NULL) AND (status = 'succeeded') = (tx_hash IS NOT NULL)),
  ADD CONSTRAINT payment_settled_only_if_succeeded CHECK (
    (settled_at IS NULL) = (settlement_tx_hash IS NULL) AND (settled_at IS NULL OR status = 'succeeded')),
  ADD CONSTRAINT payment_refunded_only_if_succeeded CHECK (refunded_at IS NULL OR status = 'succeeded');

-- The expiry sweep's work list; nothing else looks for open payments by their expiry.
CREATE INDEX payment_open_by_expiry ON payment (expires_at) WHERE status = 'requires_action';

-- Final states have no way out, and what a payment was created as never changes.
CREATE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payment % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status IN ('succeeded', 'failed', 'expired', 'cancelled') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'payment % is % for good', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.partner_id, NEW.merchant_id, NEW.reference_id, NEW.unit, NEW.value, NEW.fee_currency, NEW.fee_fixed,
      NEW.fee_ppm, NEW.created_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.merchant_id, OLD.reference_id, OLD.unit, OLD.value,
      OLD.fee_currency, OLD.fee_fixed, OLD.fee_ppm, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what payment % was created as can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.tx_hash IS NOT NULL AND NEW.tx_hash IS DISTINCT FROM OLD.tx_hash
    OR OLD.settlement_tx_hash IS NOT NULL AND NEW.settlement_tx_hash IS DISTINCT FROM OLD.settlement_tx_hash THEN
    RAISE EXCEPTION 'the transactions of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_guard BEFORE UPDATE OR DELETE ON payment FOR EACH ROW EXECUTE FUNCTION payment_guard();

-- History is appended to, never rewritten.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payment_event_append_only BEFORE UPDATE OR DELETE ON payment_event
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER chain_transfer_append_only BEFORE UPDATE OR DELETE ON chain_transfer
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- Quotes are frozen.
CREATE TRIGGER payment_option_frozen BEFORE UPDATE ON payment_option FOR EACH ROW EXECUTE FUNCTION append_only();
ALTER TABLE payment_option
  ADD CONSTRAINT payment_option_amounts CHECK (amount > 0 AND fee >= 0 AND fee < amount),
  ADD CONSTRAINT payment_option_nonce_is_32_bytes CHECK (nonce ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT payment_option_eip3009_has_domain CHECK (
    method <> 'eip3009' OR (domain_name IS NOT NULL AND domain_version IS NOT NULL));

-- A payment has at most one attempt that may still move money.
CREATE UNIQUE INDEX payment_attempt_one_live ON payment_attempt (payment_id) WHERE state <> 'rejected';

ALTER TABLE chain_transfer ADD CONSTRAINT chain_transfer_amount_positive CHECK (amount > 0);
ALTER TABLE payout ADD CONSTRAINT payout_amounts CHECK (amount > 0 AND fee >= 0);

-- Relay: a nonce from the reservation on and for good; a wallet's counter never goes back.
ALTER TABLE relay_transaction
  ADD CONSTRAINT relay_transaction_nonce_with_state CHECK ((state IN ('queued', 'refused')) = (nonce IS NULL)),
  ADD CONSTRAINT relay_transaction_gas_with_nonce CHECK ((nonce IS NULL) = (gas_limit IS NULL)),
  ADD CONSTRAINT relay_transaction_block_when_mined CHECK (
    state NOT IN ('mined', 'final') OR (mined_hash IS NOT NULL AND block_hash IS NOT NULL AND block_number IS NOT NULL));
ALTER TABLE relayer_wallet ADD CONSTRAINT relayer_wallet_nonce_not_negative CHECK (next_nonce >= 0);

CREATE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.purpose, NEW.target, NEW.calldata)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.purpose, OLD.target, OLD.calldata) THEN
    RAISE EXCEPTION 'relay transaction % keeps its nonce and its call', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('final', 'refused') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'relay transaction % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER relay_guard BEFORE UPDATE ON relay_transaction FOR EACH ROW EXECUTE FUNCTION relay_guard();

CREATE FUNCTION relayer_wallet_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.next_nonce < OLD.next_nonce THEN
    RAISE EXCEPTION 'the nonce of relayer wallet % can not go back', OLD.address USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER relayer_wallet_guard BEFORE UPDATE ON relayer_wallet
  FOR EACH ROW EXECUTE FUNCTION relayer_wallet_guard();

-- The relay's work list: what of a lane is not done yet.
CREATE INDEX relay_transaction_open ON relay_transaction (chain_id, wallet, state, nonce, id)
  WHERE state NOT IN ('final', 'refused');

-- Payouts whose job was lost with its worker.
CREATE INDEX payout_pending ON payout (created_at) WHERE state = 'pending';
