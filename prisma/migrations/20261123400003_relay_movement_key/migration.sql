CREATE UNIQUE INDEX CONCURRENTLY relay_transaction_movement_key ON relay_transaction (movement_id)
  WHERE state <> 'displaced' AND movement_id IS NOT NULL;
