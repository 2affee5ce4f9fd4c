-- A settlement destination is the account that receives a merchant's money; the tables get that name.
ALTER TABLE "crypto_settlement" RENAME TO "settlement_destination";
ALTER TABLE "settlement_destination" RENAME CONSTRAINT "crypto_settlement_pkey" TO "settlement_destination_pkey";
ALTER TABLE "settlement_destination"
  RENAME CONSTRAINT "crypto_settlement_merchant_id_fkey" TO "settlement_destination_merchant_id_fkey";
ALTER INDEX "crypto_settlement_merchant_id_asset_key" RENAME TO "settlement_destination_merchant_id_asset_key";

ALTER TABLE "fiat_settlement" RENAME TO "fiat_settlement_destination";
ALTER TABLE "fiat_settlement_destination"
  RENAME CONSTRAINT "fiat_settlement_pkey" TO "fiat_settlement_destination_pkey";
ALTER TABLE "fiat_settlement_destination"
  RENAME CONSTRAINT "fiat_settlement_merchant_id_fkey" TO "fiat_settlement_destination_merchant_id_fkey";
ALTER TABLE "fiat_settlement_destination"
  RENAME CONSTRAINT "fiat_settlement_account_ending" TO "fiat_settlement_destination_account_ending";
ALTER INDEX "fiat_settlement_merchant_id_idx" RENAME TO "fiat_settlement_destination_merchant_id_idx";

-- The audit log is append-only, so its existing entries keep the subject types crypto_settlement and fiat_settlement.
-- New entries use the same words: a trigger can pass its subject type, which defaults to the table's name.
CREATE OR REPLACE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE audited(to_jsonb(OLD)) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE audited(to_jsonb(NEW)) END;
  kept jsonb := coalesce(new_row, old_row);
  actor jsonb := nullif(current_setting('till.actor', true), '')::jsonb;
  subject text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
  owner text;
  verb text := CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'DELETE' THEN 'deleted' ELSE 'updated' END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF old_row = new_row THEN RETURN NULL; END IF;
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) INTO old_row, new_row
      FROM jsonb_each(old_row) o WHERE o.value IS DISTINCT FROM new_row -> o.key;
    IF jsonb_typeof(new_row -> 'deleted_at') = 'string' THEN verb := 'deleted';
    ELSIF jsonb_typeof(new_row -> 'revoked_at') = 'string' THEN verb := 'revoked';
    ELSIF jsonb_typeof(new_row -> 'accepted_at') = 'string' THEN verb := 'accepted';
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'partner' THEN owner := kept ->> 'id';
  ELSIF kept ? 'merchant_id' THEN SELECT partner_id INTO owner FROM merchant WHERE id = kept ->> 'merchant_id';
  ELSE owner := kept ->> 'partner_id';
  END IF;
  -- Apps that ship with the service belong to no partner.
  IF owner IS NULL THEN RETURN NULL; END IF;
  INSERT INTO audit_entry (partner_id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, before, after)
    VALUES (owner, clock_timestamp(), actor ->> 'kind', actor ->> 'id', actor ->> 'name',
      subject || '.' || verb, subject, coalesce(kept ->> 'id', owner), old_row, new_row);
  RETURN NULL;
END $$;

DROP TRIGGER crypto_settlement_audited ON settlement_destination;
CREATE TRIGGER settlement_destination_audited AFTER INSERT OR UPDATE OR DELETE ON settlement_destination
  FOR EACH ROW EXECUTE FUNCTION audit_change('crypto_settlement');
DROP TRIGGER fiat_settlement_audited ON fiat_settlement_destination;
CREATE TRIGGER fiat_settlement_destination_audited AFTER INSERT OR UPDATE OR DELETE ON fiat_settlement_destination
  FOR EACH ROW EXECUTE FUNCTION audit_change('fiat_settlement');
