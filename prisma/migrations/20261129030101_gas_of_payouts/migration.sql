-- Alone in its file: a concurrent build runs outside of a transaction.
CREATE UNIQUE INDEX CONCURRENTLY "gas_charge_payment_id_payout_attempt_key" ON "gas_charge"("payment_id", "payout_attempt");
