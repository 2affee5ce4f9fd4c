-- The same rule as before, on the 32 bytes that the nonce stands for: half the size. A CHECK makes every nonce such bytes.
CREATE UNIQUE INDEX CONCURRENTLY payment_option_nonce_new ON payment_option (decode(substr(nonce, 3), 'hex'), chain_id);
