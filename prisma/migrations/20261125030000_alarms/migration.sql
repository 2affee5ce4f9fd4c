CREATE TABLE alarm (
  id bigserial CONSTRAINT alarm_pkey PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  level text NOT NULL,
  message text NOT NULL,
  facts jsonb NOT NULL,
  is_event boolean NOT NULL,
  source text NOT NULL,
  count integer NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  quiet_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  recovery text,
  resolved_at timestamptz(3)
);
CREATE UNIQUE INDEX alarm_open ON alarm (kind, subject) WHERE resolved_at IS NULL;

CREATE TABLE alarm_delivery (
  alarm_id bigint NOT NULL,
  event text NOT NULL,
  channel text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  delivered_at timestamptz(3),
  error text,
  CONSTRAINT alarm_delivery_pkey PRIMARY KEY (alarm_id, event, channel)
);
CREATE INDEX alarm_delivery_due ON alarm_delivery (channel, next_attempt_at) WHERE delivered_at IS NULL;
CREATE INDEX alarm_delivery_sent ON alarm_delivery (channel, delivered_at) WHERE delivered_at IS NOT NULL;
ALTER TABLE alarm_delivery ADD CONSTRAINT alarm_delivery_alarm_id_fkey
  FOREIGN KEY (alarm_id) REFERENCES alarm (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- One row, which the readiness probe writes.
CREATE TABLE write_check (
  id smallint NOT NULL CONSTRAINT write_check_pkey PRIMARY KEY,
  written_at timestamptz(3) NOT NULL
);
