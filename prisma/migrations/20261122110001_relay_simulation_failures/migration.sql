-- Columns and constraint are renamed in place: their data and meaning stay the same.
ALTER TABLE relay_transaction RENAME COLUMN objection TO simulation_failure;
ALTER TABLE relay_transaction RENAME COLUMN objected_at_block TO simulation_failed_at_block;
ALTER TABLE relay_transaction
  RENAME CONSTRAINT relay_transaction_objection_before_nonce TO relay_transaction_simulation_failure_before_nonce;
