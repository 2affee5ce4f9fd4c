-- CreateEnum
CREATE TYPE "email_token_purpose" AS ENUM ('sign_up', 'password_reset');

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "recovery_hashes" BYTEA[] DEFAULT ARRAY[]::BYTEA[],
ADD COLUMN     "totp_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_key_id" TEXT,
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_sealed" BYTEA,
ALTER COLUMN "password_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_log_entry" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "request_log_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_session" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "user_role" NOT NULL,
    "token_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_token" (
    "token_hash" BYTEA NOT NULL,
    "purpose" "email_token_purpose" NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "audit_entry_partner_id_id_idx" ON "audit_entry"("partner_id", "id");

-- CreateIndex
CREATE INDEX "audit_entry_partner_id_subject_id_id_idx" ON "audit_entry"("partner_id", "subject_id", "id");

-- CreateIndex
CREATE INDEX "request_log_entry_partner_id_at_id_idx" ON "request_log_entry"("partner_id", "at", "id");

-- CreateIndex
CREATE INDEX "request_log_entry_api_key_id_at_id_idx" ON "request_log_entry"("api_key_id", "at", "id");

-- CreateIndex
CREATE INDEX "request_log_entry_at_idx" ON "request_log_entry"("at");

-- CreateIndex
CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");

-- CreateIndex
CREATE INDEX "user_session_expires_at_idx" ON "user_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_partner_id_idx" ON "invitation"("partner_id");

-- CreateIndex
CREATE INDEX "email_token_email_idx" ON "email_token"("email");

-- CreateIndex
CREATE INDEX "email_token_expires_at_idx" ON "email_token"("expires_at");

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Addresses are compared as they are kept.
ALTER TABLE "user" ADD CONSTRAINT user_email_lower CHECK (email = lower(email));
ALTER TABLE invitation ADD CONSTRAINT invitation_email_lower CHECK (email = lower(email));
ALTER TABLE email_token ADD CONSTRAINT email_token_email_lower CHECK (email = lower(email));
CREATE UNIQUE INDEX invitation_open ON invitation (partner_id, email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- What the audit log keeps of a row: secrets as a fingerprint, which tells that one has changed and nothing more; and
-- nothing that changes by itself.
CREATE FUNCTION audited(kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key IN ('password_hash', 'totp_sealed', 'recovery_hashes', 'secret_hash', 'token_hash')
        AND value NOT IN ('null', '[]')
      THEN to_jsonb('secret:' || left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 12))
      ELSE value END), '{}')
  FROM jsonb_each(kept)
  WHERE key NOT IN ('created_at', 'updated_at', 'last_used_at', 'last_sign_in_at', 'totp_last_step')
$$;

-- Writes the entry of a change. Who made it is told by the transaction: set_config('till.actor', …, true).
CREATE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE audited(to_jsonb(OLD)) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE audited(to_jsonb(NEW)) END;
  kept jsonb := coalesce(new_row, old_row);
  actor jsonb := nullif(current_setting('till.actor', true), '')::jsonb;
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
  -- Apps that ship with the service are nobody's.
  IF owner IS NULL THEN RETURN NULL; END IF;
  INSERT INTO audit_entry (partner_id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, before, after)
    VALUES (owner, clock_timestamp(), actor ->> 'kind', actor ->> 'id', actor ->> 'name',
      TG_TABLE_NAME || '.' || verb, TG_TABLE_NAME, coalesce(kept ->> 'id', owner), old_row, new_row);
  RETURN NULL;
END $$;

CREATE TRIGGER partner_audited AFTER INSERT OR UPDATE OR DELETE ON partner
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER user_audited AFTER INSERT OR UPDATE OR DELETE ON "user"
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER invitation_audited AFTER INSERT OR UPDATE OR DELETE ON invitation
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER api_key_audited AFTER INSERT OR UPDATE OR DELETE ON api_key
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER app_audited AFTER INSERT OR UPDATE OR DELETE ON app
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER data_collection_policy_audited AFTER INSERT OR UPDATE OR DELETE ON data_collection_policy
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER merchant_audited AFTER INSERT OR UPDATE OR DELETE ON merchant
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER crypto_settlement_audited AFTER INSERT OR UPDATE OR DELETE ON crypto_settlement
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER fiat_settlement_audited AFTER INSERT OR UPDATE OR DELETE ON fiat_settlement
  FOR EACH ROW EXECUTE FUNCTION audit_change();

CREATE FUNCTION audit_entry_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_guard();
CREATE TRIGGER audit_entry_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_guard();
