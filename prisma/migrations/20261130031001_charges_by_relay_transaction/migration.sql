-- The same rule as before, without a NULL in each reservation.
CREATE UNIQUE INDEX CONCURRENTLY gas_charge_relay_transaction_id_new ON gas_charge (relay_transaction_id)
  WHERE relay_transaction_id IS NOT NULL;
