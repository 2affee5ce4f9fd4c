-- For the count of a refund's attempts that cost gas in vain.
CREATE INDEX CONCURRENTLY payment_attempt_refund ON payment_attempt (refund_id) WHERE refund_id IS NOT NULL;
