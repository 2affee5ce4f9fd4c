-- Everything that a payment was created as stays, where buyers are sent and what it counts for included.
CREATE OR REPLACE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payment % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status IN ('succeeded', 'failed', 'expired', 'cancelled') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'payment % is % for good', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.partner_id, NEW.merchant_id, NEW.reference_id, NEW.unit, NEW.value, NEW.fee_currency, NEW.fee_fixed,
      NEW.fee_ppm, NEW.fee_total, NEW.fiat_currency, NEW.fiat_value, NEW.amount_rank, NEW.success_url, NEW.error_url,
      NEW.created_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.merchant_id, OLD.reference_id, OLD.unit, OLD.value,
      OLD.fee_currency, OLD.fee_fixed, OLD.fee_ppm, OLD.fee_total, OLD.fiat_currency, OLD.fiat_value, OLD.amount_rank,
      OLD.success_url, OLD.error_url, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what payment % was created as can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.tx_hash IS NOT NULL AND NEW.tx_hash IS DISTINCT FROM OLD.tx_hash
    OR OLD.settlement_tx_hash IS NOT NULL AND NEW.settlement_tx_hash IS DISTINCT FROM OLD.settlement_tx_hash THEN
    RAISE EXCEPTION 'the transactions of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refunded_at IS NOT NULL AND NEW.refunded_at IS DISTINCT FROM OLD.refunded_at
    OR OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_reason)
      IS DISTINCT FROM (OLD.cancelled_at, OLD.cancelled_reason) THEN
    RAISE EXCEPTION 'the cancellation or refund of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- What was sent to a chain, or is owed, is not forgotten: its nonce or its purpose could be taken a second time.
CREATE FUNCTION never_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nothing is deleted from %', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER relay_transaction_kept BEFORE DELETE ON relay_transaction
  FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER relay_submission_kept BEFORE DELETE ON relay_submission
  FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER payout_kept BEFORE DELETE ON payout FOR EACH ROW EXECUTE FUNCTION never_deleted();

-- Triggers for rows do not see a TRUNCATE.
CREATE TRIGGER payment_not_truncated BEFORE TRUNCATE ON payment
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER payment_event_not_truncated BEFORE TRUNCATE ON payment_event
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER chain_transfer_not_truncated BEFORE TRUNCATE ON chain_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER relay_transaction_not_truncated BEFORE TRUNCATE ON relay_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER relay_submission_not_truncated BEFORE TRUNCATE ON relay_submission
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER payout_not_truncated BEFORE TRUNCATE ON payout
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
