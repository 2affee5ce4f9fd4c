-- Replaces the jobs that checked waiting collections one by one. Null means now. No default, so no row is rewritten.
ALTER TABLE payment_attempt ADD COLUMN check_after TIMESTAMPTZ(3);
