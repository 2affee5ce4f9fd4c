-- The same rule as before, without a NULL in nearly every row, which costs 8 bytes each.
CREATE UNIQUE INDEX CONCURRENTLY ledger_entry_payment_id_kind_new ON ledger_entry (payment_id, kind, coalesce(refund_id, ''))
  WHERE payment_id IS NOT NULL;
