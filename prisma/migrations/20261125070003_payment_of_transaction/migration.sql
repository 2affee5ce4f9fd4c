-- The payments that a transaction collected, for the search by its hash.
CREATE INDEX CONCURRENTLY payment_of_transaction ON payment (tx_hash) WHERE tx_hash IS NOT NULL;
