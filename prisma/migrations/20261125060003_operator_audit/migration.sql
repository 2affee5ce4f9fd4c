-- Decisions of the operator about money of our wallets belong to no partner, so they have a log of their own. The tables that it is
-- filled from have a row for each decision.
SET LOCAL lock_timeout = '5s';

-- CreateTable
CREATE TABLE "operator_audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "facts" JSONB NOT NULL,

    CONSTRAINT "operator_audit_entry_pkey" PRIMARY KEY ("id")
);

-- From here on written by hand.
CREATE TRIGGER operator_audit_entry_append_only BEFORE UPDATE OR DELETE ON operator_audit_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER operator_audit_entry_not_truncated BEFORE TRUNCATE ON operator_audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

CREATE FUNCTION audit_operator_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept jsonb := to_jsonb(NEW);
  author text := coalesce(kept ->> 'resolved_by', kept ->> 'ordered_by', kept ->> 'made_by');
  reason text := coalesce(kept ->> 'note', kept ->> 'reason');
  verb text := CASE TG_TABLE_NAME WHEN 'wallet_transfer' THEN 'stray_transfer.' || (kept ->> 'state')
    WHEN 'movement' THEN 'movement.ordered' ELSE 'books.corrected' END;
BEGIN
  INSERT INTO operator_audit_entry (at, actor_name, action, subject_id, reason, facts)
    VALUES (clock_timestamp(), author, verb, kept ->> 'id', reason,
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(kept) WHERE value IS NOT NULL AND key IN (
        'kind', 'chain_id', 'wallet', 'direction', 'address', 'counterparty', 'asset', 'token', 'amount', 'destination',
        'tx_hash', 'payment_id', 'wallet_transfer_id', 'debit', 'credit')));
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transfer_decided AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (NEW.resolved_by IS NOT NULL AND OLD.resolved_by IS NULL) EXECUTE FUNCTION audit_operator_decision();
CREATE TRIGGER wallet_transfer_decided_at_once AFTER INSERT ON wallet_transfer FOR EACH ROW
  WHEN (NEW.resolved_by IS NOT NULL) EXECUTE FUNCTION audit_operator_decision();
CREATE TRIGGER movement_ordered AFTER INSERT ON movement FOR EACH ROW EXECUTE FUNCTION audit_operator_decision();
CREATE TRIGGER wallet_entry_corrected AFTER INSERT ON wallet_entry FOR EACH ROW
  WHEN (NEW.kind = 'correction') EXECUTE FUNCTION audit_operator_decision();

-- The decisions so far, as their rows have them.
INSERT INTO operator_audit_entry (at, actor_name, action, subject_id, reason, facts)
  SELECT at, actor_name, action, subject_id, reason, facts FROM (
    SELECT coalesce(resolved_at, created_at) AS at, resolved_by AS actor_name, 'stray_transfer.' || state AS action,
      id::text AS subject_id, note AS reason, jsonb_strip_nulls(jsonb_build_object('chain_id', chain_id::text,
        'direction', direction, 'address', address, 'counterparty', counterparty, 'token', token, 'amount', amount::text,
        'tx_hash', tx_hash, 'payment_id', payment_id)) AS facts
    FROM wallet_transfer WHERE resolved_by IS NOT NULL
    UNION ALL
    SELECT created_at, ordered_by, 'movement.ordered', id, reason, jsonb_strip_nulls(jsonb_build_object('kind', kind,
        'chain_id', chain_id::text, 'wallet', wallet, 'asset', asset, 'amount', amount::text, 'destination', destination,
        'wallet_transfer_id', wallet_transfer_id::text))
    FROM movement
    UNION ALL
    SELECT created_at, made_by, 'books.corrected', id::text, note, jsonb_build_object('kind', kind, 'asset', asset,
        'amount', amount::text, 'debit', debit, 'credit', credit)
    FROM wallet_entry WHERE kind = 'correction') decisions
  ORDER BY at;
