-- A person's finding about an unknown transaction ends a quarantine, so it has an author and an entry in the operator's log.

-- AlterTable
ALTER TABLE "unknown_transaction" ADD COLUMN     "resolved_by" TEXT;

-- From here on written by hand.
ALTER TABLE unknown_transaction ADD CONSTRAINT unknown_transaction_resolved CHECK (
  resolved_by IS NULL OR resolved_by <> '' AND coalesce(resolution, '') <> '') NOT VALID;

CREATE OR REPLACE FUNCTION audit_operator_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept jsonb := to_jsonb(NEW);
  author text := coalesce(kept ->> 'resolved_by', kept ->> 'ordered_by', kept ->> 'made_by');
  reason text := coalesce(kept ->> 'note', kept ->> 'reason', kept ->> 'resolution');
  verb text := CASE TG_TABLE_NAME WHEN 'wallet_transfer' THEN 'stray_transfer.' || (kept ->> 'state')
    WHEN 'movement' THEN 'movement.ordered' WHEN 'owner_transfer' THEN 'payouts.recorded'
    WHEN 'unknown_transaction' THEN 'unknown_transaction.explained' ELSE 'books.corrected' END;
  subject text := coalesce(kept ->> 'id', concat_ws(':', kept ->> 'chain_id', kept ->> 'wallet', kept ->> 'nonce'));
BEGIN
  INSERT INTO operator_audit_entry (at, actor_name, action, subject_id, reason, facts)
    VALUES (clock_timestamp(), author, verb, subject, reason,
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(kept) WHERE value IS NOT NULL AND key IN (
        'kind', 'chain_id', 'wallet', 'direction', 'address', 'counterparty', 'asset', 'token', 'amount', 'destination',
        'tx_hash', 'payment_id', 'wallet_transfer_id', 'debit', 'credit', 'sender', 'recipient', 'payouts', 'log_index',
        'attribution', 'target', 'detail')));
  RETURN NULL;
END $$;

-- A finding without an author has none for its entry either, and is refused.
CREATE TRIGGER unknown_transaction_explained AFTER UPDATE OF resolution ON unknown_transaction FOR EACH ROW
  WHEN (NEW.resolution IS NOT NULL AND OLD.resolution IS NULL) EXECUTE FUNCTION audit_operator_decision();

-- The findings so far. Only the command could record one; its user wasn't kept.
INSERT INTO operator_audit_entry (at, actor_name, action, subject_id, reason, facts)
  SELECT updated_at, 'npm run recover', 'unknown_transaction.explained', concat_ws(':', chain_id, wallet, nonce), resolution,
    jsonb_strip_nulls(jsonb_build_object('chain_id', chain_id::text, 'wallet', wallet, 'tx_hash', tx_hash,
      'payment_id', payment_id, 'attribution', attribution, 'target', target, 'detail', detail))
  FROM unknown_transaction WHERE resolution IS NOT NULL ORDER BY updated_at;
