-- As for the entries.
CREATE UNIQUE INDEX CONCURRENTLY chain_transfer_payment_id_kind_new ON chain_transfer (payment_id, kind, coalesce(refund_id, ''))
  WHERE payment_id IS NOT NULL;
