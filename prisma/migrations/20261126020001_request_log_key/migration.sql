-- Becomes the primary key of the log's first partition: a key of a partitioned table includes the time.
CREATE UNIQUE INDEX CONCURRENTLY request_log_entry_at_id ON request_log_entry (at, id);
