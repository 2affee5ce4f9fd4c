-- One of each kind for a payment, and for each of its refunds. Not partial by refund, so that every search by payment can use it.
CREATE UNIQUE INDEX CONCURRENTLY chain_transfer_payment_id_kind_new ON chain_transfer (payment_id, kind, refund_id)
  NULLS NOT DISTINCT WHERE payment_id IS NOT NULL;
