-- For the reconciliation, which reads the events since its last run. Built without a lock on payments, and a few kilobytes large.
CREATE INDEX CONCURRENTLY "payment_event_created_at_idx" ON "payment_event" USING BRIN ("created_at");
