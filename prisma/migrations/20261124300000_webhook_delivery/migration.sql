-- A delivery that a worker has taken is due again at next_attempt_at, as one that waits for its next attempt is. What makes all
-- deliveries of an endpoint due must leave the first kind alone.
ALTER TABLE webhook_delivery ADD COLUMN in_flight boolean NOT NULL DEFAULT false;
-- Every delivery is updated twice within seconds; the default of a fifth of the table would leave millions of dead rows.
ALTER TABLE webhook_delivery SET (
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.02);

ALTER TABLE webhook_endpoint ADD COLUMN resumed_at timestamptz(3);

CREATE TYPE webhook_replay_kind AS ENUM ('event', 'failed', 'range');
CREATE TYPE webhook_replay_state AS ENUM ('running', 'completed', 'stopped');
CREATE TABLE webhook_replay (
  id text NOT NULL CONSTRAINT webhook_replay_pkey PRIMARY KEY,
  endpoint_id text NOT NULL,
  partner_id text NOT NULL,
  kind webhook_replay_kind NOT NULL,
  after_event_id text NOT NULL,
  until_event_id text NOT NULL,
  state webhook_replay_state NOT NULL DEFAULT 'running',
  queued integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT webhook_replay_finished CHECK ((state = 'running') = (finished_at IS NULL))
);
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (endpoint_id) WHERE state = 'running';
CREATE INDEX webhook_replay_endpoint_id_created_at_idx ON webhook_replay (endpoint_id, created_at);
ALTER TABLE webhook_replay ADD CONSTRAINT webhook_replay_endpoint_id_fkey
  FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint (id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- The signing secrets are sealed, and the audit log keeps a fingerprint of them all the same. The health of an endpoint changes by
-- itself.
CREATE OR REPLACE FUNCTION audited(kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key IN ('password_hash', 'totp_sealed', 'recovery_hashes', 'secret_hash', 'token_hash', 'secret', 'old_secret')
        AND value NOT IN ('null', '[]')
      THEN to_jsonb('secret:' || left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 12))
      ELSE value END), '{}')
  FROM jsonb_each(kept)
  WHERE key NOT IN ('created_at', 'updated_at', 'last_used_at', 'last_sign_in_at', 'totp_last_step', 'failures',
    'failing_since', 'blocked_until', 'last_success_at', 'resumed_at')
$$;

-- Not for the columns of its health, which deliveries update all the time.
CREATE TRIGGER webhook_endpoint_audited AFTER INSERT OR DELETE OR UPDATE OF url, description, event_types, merchant_ids,
  api_version, state, disabled_reason, secret, old_secret, old_secret_until, deleted_at ON webhook_endpoint
  FOR EACH ROW EXECUTE FUNCTION audit_change();
-- The order is in the audit log, its progress is not.
CREATE TRIGGER webhook_replay_audited AFTER INSERT ON webhook_replay FOR EACH ROW EXECUTE FUNCTION audit_change();
