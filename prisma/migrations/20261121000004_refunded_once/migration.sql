-- A payment is marked as refunded once, and cancelled at one time for one reason: repeats answer with these.
CREATE OR REPLACE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF OLD.refunded_at IS NOT NULL AND NEW.refunded_at IS DISTINCT FROM OLD.refunded_at
    OR OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_reason)
      IS DISTINCT FROM (OLD.cancelled_at, OLD.cancelled_reason) THEN
    RAISE EXCEPTION 'the cancellation or refund of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
