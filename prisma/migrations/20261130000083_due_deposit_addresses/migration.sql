-- The addresses at which every token is looked at next.
CREATE INDEX CONCURRENTLY deposit_address_due ON deposit_address (chain_id, next_check_at) WHERE next_check_at IS NOT NULL;
