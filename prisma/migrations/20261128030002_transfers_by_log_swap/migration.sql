-- The new index takes the place of the old one. Both exist, so this only changes the catalog.

DROP INDEX "chain_transfer_chain_id_tx_hash_log_index_kind_key";
ALTER INDEX chain_transfer_log_new RENAME TO chain_transfer_chain_id_tx_hash_log_index_kind_part_key;
