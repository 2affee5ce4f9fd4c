CREATE TYPE notification_mode AS ENUM ('off', 'at_once', 'daily');
CREATE TABLE notification_setting (
  user_id text NOT NULL,
  partner_id text NOT NULL,
  type text NOT NULL,
  mode notification_mode NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT notification_setting_pkey PRIMARY KEY (user_id, type)
);
-- Events of a type that every payment has are read only for the partners of these members.
CREATE INDEX notification_setting_type_mode_idx ON notification_setting (type, mode);
ALTER TABLE notification_setting ADD CONSTRAINT notification_setting_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- Lives for two days at most, and is updated once.
CREATE TABLE notification (
  user_id text NOT NULL,
  event_id text NOT NULL,
  partner_id text NOT NULL,
  type text NOT NULL,
  sent_at timestamptz(3),
  CONSTRAINT notification_pkey PRIMARY KEY (user_id, event_id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX notification_unsent ON notification (user_id) WHERE sent_at IS NULL;
CREATE INDEX notification_event_id_idx ON notification (event_id);
ALTER TABLE notification ADD CONSTRAINT notification_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE notification_progress (
  id smallint NOT NULL DEFAULT 1 CONSTRAINT notification_progress_pkey PRIMARY KEY,
  read_until timestamptz(3) NOT NULL,
  digest_from timestamptz(3) NOT NULL,
  digest_until timestamptz(3) NOT NULL,
  digest_after text
);
-- Events from before cause no emails.
INSERT INTO notification_progress (read_until, digest_from, digest_until) VALUES (now(), now(), now());

ALTER TABLE "user" ADD COLUMN notifications_read_at timestamptz(3);

-- Reading notifications is no change of a member.
CREATE OR REPLACE FUNCTION audited(kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key IN ('password_hash', 'totp_sealed', 'recovery_hashes', 'secret_hash', 'token_hash', 'secret', 'old_secret')
        AND value NOT IN ('null', '[]')
      THEN to_jsonb('secret:' || left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 12))
      ELSE value END), '{}')
  FROM jsonb_each(kept)
  WHERE key NOT IN ('created_at', 'updated_at', 'last_used_at', 'last_sign_in_at', 'totp_last_step', 'failures',
    'failing_since', 'blocked_until', 'last_success_at', 'resumed_at', 'notifications_read_at', 'changed_at')
$$;

CREATE TRIGGER notification_setting_audited AFTER INSERT OR UPDATE OR DELETE ON notification_setting
  FOR EACH ROW EXECUTE FUNCTION audit_change();
