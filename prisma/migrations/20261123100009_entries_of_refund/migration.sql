CREATE UNIQUE INDEX CONCURRENTLY ledger_entry_refund_id_kind_key ON ledger_entry (refund_id, kind) WHERE refund_id IS NOT NULL;
