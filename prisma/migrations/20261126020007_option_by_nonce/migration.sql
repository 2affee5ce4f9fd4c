-- A nonce commits to token and buyer, so the index needn't have them.
CREATE UNIQUE INDEX CONCURRENTLY "payment_option_nonce_chain_id_key" ON "payment_option"("nonce", "chain_id");
