-- Every new column is null in every row, so no row is rewritten. The constraints are validated in a later migration, and the indexes
-- are built without locks.

ALTER TABLE invitation ADD COLUMN created_by_id text;
ALTER TABLE api_key ADD COLUMN created_by_id text, ADD COLUMN left_by text;
ALTER TABLE app ADD COLUMN created_by_id text, ADD COLUMN left_by text;
ALTER TABLE webhook_endpoint ADD COLUMN url_by_id text, ADD COLUMN secret_by_id text, ADD COLUMN left_by text;

ALTER TABLE invitation ADD CONSTRAINT invitation_created_by_id_fkey
  FOREIGN KEY (created_by_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE api_key ADD CONSTRAINT api_key_created_by_id_fkey
  FOREIGN KEY (created_by_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE app ADD CONSTRAINT app_created_by_id_fkey
  FOREIGN KEY (created_by_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_url_by_id_fkey
  FOREIGN KEY (url_by_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_secret_by_id_fkey
  FOREIGN KEY (secret_by_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- As before. The audit log names the author of a record by its actor, and the removal of a member by the member.
CREATE OR REPLACE FUNCTION audited(kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key IN ('password_hash', 'totp_sealed', 'recovery_hashes', 'secret_hash', 'token_hash', 'secret', 'old_secret')
        AND value NOT IN ('null', '[]')
      THEN to_jsonb('secret:' || left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 12))
      ELSE value END), '{}')
  FROM jsonb_each(kept)
  WHERE key NOT IN ('created_at', 'updated_at', 'last_used_at', 'last_sign_in_at', 'totp_last_step', 'failures',
    'failing_since', 'blocked_until', 'last_success_at', 'resumed_at', 'notifications_read_at', 'changed_at',
    'passkey_handle', 'credential_id', 'public_key', 'sign_count', 'transports', 'created_by_id', 'url_by_id', 'secret_by_id',
    'left_by')
$$;
