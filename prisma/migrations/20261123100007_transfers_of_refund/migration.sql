CREATE UNIQUE INDEX CONCURRENTLY chain_transfer_refund_id_kind_key ON chain_transfer (refund_id, kind)
  WHERE refund_id IS NOT NULL;
