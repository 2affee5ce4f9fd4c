-- The attempts that collect a deposit address.
CREATE INDEX CONCURRENTLY payment_attempt_deposit_address_idx ON payment_attempt (deposit_address) WHERE deposit_address IS NOT NULL;
