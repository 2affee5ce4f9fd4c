-- The log becomes partitioned by day, so that old entries are removed by dropping a table. The existing table is its first partition.
-- Nothing is read or copied. The processes of the previous version write to and read from the new table by the same name.

-- contract: a partitioned table takes its name
ALTER TABLE request_log_entry RENAME TO request_log_entry_first;
ALTER TABLE request_log_entry_first DROP CONSTRAINT request_log_entry_pkey;
ALTER TABLE request_log_entry_first ADD CONSTRAINT request_log_entry_first_pkey PRIMARY KEY USING INDEX request_log_entry_at_id;
ALTER INDEX "request_log_entry_partner_id_at_id_idx" RENAME TO request_log_entry_first_of_partner;
-- No statement reads by key alone, and the primary key starts with the time.
DROP INDEX "request_log_entry_api_key_id_at_id_idx";
DROP INDEX "request_log_entry_at_idx";

CREATE TABLE "request_log_entry" (
    "id" BIGINT NOT NULL DEFAULT nextval('request_log_entry_id_seq'),
    "partner_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "request_log_entry_pkey" PRIMARY KEY ("at","id")
) PARTITION BY RANGE ("at");
CREATE INDEX "request_log_entry_partner_id_at_id_idx" ON "request_log_entry"("partner_id", "at", "id");
ALTER SEQUENCE request_log_entry_id_seq OWNED BY request_log_entry.id;

DO $$
BEGIN
  EXECUTE format('ALTER TABLE request_log_entry ATTACH PARTITION request_log_entry_first FOR VALUES FROM (MINVALUE) TO (%L)',
    (SELECT (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]::timestamptz FROM pg_constraint
      WHERE conname = 'request_log_entry_bound'));
END $$;
ALTER TABLE request_log_entry_first DROP CONSTRAINT request_log_entry_bound;

-- Creates a partition for each UTC day from `as_of` for two weeks, and drops those whose entries are all older than 8 days: lists show
-- 7. Waits at most half a second for a lock, because writers queue behind it; the job runs again soon.
CREATE FUNCTION rotate_request_log(as_of timestamptz) RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE
  today timestamp := date_trunc('day', as_of AT TIME ZONE 'UTC');
  starts timestamptz;
  ends timestamptz;
  old record;
BEGIN
  FOR old IN
    SELECT c.oid::regclass AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'request_log_entry'::regclass
        AND (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz < as_of - interval '8 days'
  LOOP
    EXECUTE format('DROP TABLE %s', old.name);
  END LOOP;
  FOR day IN 0..13 LOOP
    starts := (today + make_interval(days => day)) AT TIME ZONE 'UTC';
    ends := (today + make_interval(days => day + 1)) AT TIME ZONE 'UTC';
    IF NOT EXISTS (
      SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
        WHERE i.inhparent = 'request_log_entry'::regclass
          AND coalesce((regexp_match(bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz, '-infinity') < ends
          AND (regexp_match(bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz > starts
    ) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF request_log_entry FOR VALUES FROM (%L) TO (%L)',
        'request_log_entry_' || to_char(today + make_interval(days => day), 'YYYYMMDD'), starts, ends);
    END IF;
  END LOOP;
END $$;
SELECT rotate_request_log(now());
