CREATE UNIQUE INDEX CONCURRENTLY ledger_entry_payment_id_kind_new ON ledger_entry (payment_id, kind) WHERE refund_id IS NULL;
