-- Reads the table and blocks neither readers nor writers.
ALTER TABLE request_log_entry VALIDATE CONSTRAINT request_log_entry_bound;
