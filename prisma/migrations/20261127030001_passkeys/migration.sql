-- The new column of a session is null in every row, so no row is rewritten.
SET LOCAL lock_timeout = '5s';

CREATE TABLE passkey (
  id text NOT NULL,
  partner_id text NOT NULL,
  user_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkey_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);
ALTER TABLE passkey ADD CONSTRAINT passkey_partner_id_fkey
  FOREIGN KEY (partner_id) REFERENCES partner (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE passkey ADD CONSTRAINT passkey_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- A challenge is used once: the primary key refuses the second time.
CREATE TABLE used_passkey_challenge (
  challenge_hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT used_passkey_challenge_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX used_passkey_challenge_expires_at_idx ON used_passkey_challenge (expires_at);

ALTER TABLE "user" ADD COLUMN passkey_handle bytea;
ALTER TABLE user_session ADD COLUMN passkey_id text;
ALTER TABLE user_session ADD CONSTRAINT user_session_passkey_id_fkey
  FOREIGN KEY (passkey_id) REFERENCES passkey (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Keys and counters of passkeys say nothing to a reader of the audit log.
CREATE OR REPLACE FUNCTION audited(kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key IN ('password_hash', 'totp_sealed', 'recovery_hashes', 'secret_hash', 'token_hash', 'secret', 'old_secret')
        AND value NOT IN ('null', '[]')
      THEN to_jsonb('secret:' || left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 12))
      ELSE value END), '{}')
  FROM jsonb_each(kept)
  WHERE key NOT IN ('created_at', 'updated_at', 'last_used_at', 'last_sign_in_at', 'totp_last_step', 'failures',
    'failing_since', 'blocked_until', 'last_success_at', 'resumed_at', 'notifications_read_at', 'changed_at',
    'passkey_handle', 'credential_id', 'public_key', 'sign_count', 'transports')
$$;
-- Not for the columns that each use changes.
CREATE TRIGGER passkey_audited AFTER INSERT OR DELETE OR UPDATE OF name ON passkey
  FOR EACH ROW EXECUTE FUNCTION audit_change();
