-- The same rule as before, without a NULL in most rows, as of the entries of payments.
CREATE UNIQUE INDEX CONCURRENTLY ledger_entry_relay_transaction_id_new ON ledger_entry (relay_transaction_id)
  WHERE relay_transaction_id IS NOT NULL;
