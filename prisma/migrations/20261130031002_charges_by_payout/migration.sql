-- The same rule as before, without a NULL in each charge of a collection.
CREATE UNIQUE INDEX CONCURRENTLY gas_charge_payment_id_payout_attempt_new ON gas_charge (payment_id, payout_attempt)
  WHERE payment_id IS NOT NULL;
