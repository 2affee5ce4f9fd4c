-- Without the lock of the migration that has added them.
ALTER TABLE gas_charge VALIDATE CONSTRAINT gas_charge_payment_id_fkey, VALIDATE CONSTRAINT gas_charge_states,
  VALIDATE CONSTRAINT gas_charge_payout;
ALTER TABLE payout VALIDATE CONSTRAINT payout_gas_accepted;
