-- The attempts of a payment are its live one, by payment_attempt_one_live, and the rejected ones, which few payments have.
CREATE INDEX CONCURRENTLY payment_attempt_rejected_of_payment ON payment_attempt (payment_id) WHERE state = 'rejected';
