-- The customers of payments from before the previous migration. Reads all payments once without a lock that stops a payment. Only the
-- fold waits.
SELECT pg_advisory_xact_lock(7166014);
SELECT count_customer_totals(NULL);
