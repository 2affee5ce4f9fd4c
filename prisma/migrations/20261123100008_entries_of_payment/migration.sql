-- As for the transfers. Entries of gas belong to no payment.
CREATE UNIQUE INDEX CONCURRENTLY ledger_entry_payment_id_kind_new ON ledger_entry (payment_id, kind, refund_id)
  NULLS NOT DISTINCT WHERE payment_id IS NOT NULL;
