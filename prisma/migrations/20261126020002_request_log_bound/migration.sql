-- Entries from before midnight UTC in three days stay where they are, as the first partition. The constraint holds for new entries at
-- once, and lets the next migrations attach the table without reading it under a lock.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE request_log_entry ADD CONSTRAINT request_log_entry_bound CHECK (at < %L) NOT VALID',
    (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '3 days') AT TIME ZONE 'UTC');
END $$;
