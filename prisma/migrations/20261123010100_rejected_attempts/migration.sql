-- For the count of a buyer's attempts that cost gas in vain (lockPromised), which read every rejected attempt without it.
CREATE INDEX CONCURRENTLY payment_attempt_rejected ON payment_attempt (option_id) WHERE state = 'rejected';
