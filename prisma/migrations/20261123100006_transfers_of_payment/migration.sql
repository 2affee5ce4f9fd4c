CREATE UNIQUE INDEX CONCURRENTLY chain_transfer_payment_id_kind_new ON chain_transfer (payment_id, kind) WHERE refund_id IS NULL;
