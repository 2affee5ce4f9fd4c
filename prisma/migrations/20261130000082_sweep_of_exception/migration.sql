-- A sweep is sent once. Without a lock on the table.
CREATE UNIQUE INDEX CONCURRENTLY relay_transaction_sweep_key ON relay_transaction (deposit_exception_id, sweep, displacement)
  WHERE deposit_exception_id IS NOT NULL;
