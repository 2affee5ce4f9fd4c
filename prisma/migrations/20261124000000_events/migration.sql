CREATE TABLE event (
  id text NOT NULL,
  partner_id text NOT NULL,
  merchant_id text,
  type text NOT NULL,
  payment_id text,
  payment_version integer,
  data jsonb,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT event_pkey PRIMARY KEY (partner_id, id),
  CONSTRAINT event_payment_version CHECK ((payment_id IS NULL) = (payment_version IS NULL))
);
CREATE UNIQUE INDEX event_of_payment ON event (payment_id, payment_version, type) WHERE payment_id IS NOT NULL;
CREATE INDEX event_created_at_idx ON event USING BRIN (created_at);

CREATE TYPE webhook_endpoint_state AS ENUM ('enabled', 'paused', 'disabled');
CREATE TABLE webhook_endpoint (
  id text NOT NULL CONSTRAINT webhook_endpoint_pkey PRIMARY KEY,
  partner_id text NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] DEFAULT ARRAY[]::text[],
  merchant_ids text[] DEFAULT ARRAY[]::text[],
  api_version text NOT NULL,
  state webhook_endpoint_state NOT NULL DEFAULT 'enabled',
  disabled_reason text,
  secret_key_id text NOT NULL,
  secret bytea NOT NULL,
  old_secret_key_id text,
  old_secret bytea,
  old_secret_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  blocked_until timestamptz(3),
  last_success_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  CONSTRAINT webhook_endpoint_old_secret CHECK (
    (old_secret IS NULL) = (old_secret_key_id IS NULL) AND (old_secret IS NULL) = (old_secret_until IS NULL)),
  CONSTRAINT webhook_endpoint_disabled CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL))
);
CREATE INDEX webhook_endpoint_partner_id_idx ON webhook_endpoint (partner_id);
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_partner_id_fkey
  FOREIGN KEY (partner_id) REFERENCES partner (id) ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TYPE webhook_delivery_state AS ENUM ('pending', 'succeeded', 'failed');
CREATE TABLE webhook_delivery (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  partner_id text NOT NULL,
  subject text NOT NULL,
  state webhook_delivery_state NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  recent_attempts integer NOT NULL DEFAULT 0,
  queued_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (endpoint_id, event_id),
  CONSTRAINT webhook_delivery_finished CHECK ((state = 'pending') = (finished_at IS NULL))
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_attempt_at, event_id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_in_order ON webhook_delivery (endpoint_id, subject, event_id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_failed ON webhook_delivery (endpoint_id, event_id) WHERE state = 'failed';

CREATE TABLE webhook_attempt (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  status integer,
  error text,
  latency_ms integer NOT NULL,
  answer text,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (endpoint_id, event_id, number)
);
CREATE INDEX webhook_attempt_at_idx ON webhook_attempt USING BRIN (at);

-- Old events are deleted; none is changed.
CREATE TRIGGER event_append_only BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION append_only();
