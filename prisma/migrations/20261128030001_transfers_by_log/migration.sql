-- Alone in its file: a concurrent build runs outside of a transaction.
CREATE UNIQUE INDEX CONCURRENTLY chain_transfer_log_new ON chain_transfer (chain_id, tx_hash, log_index, kind, part);
