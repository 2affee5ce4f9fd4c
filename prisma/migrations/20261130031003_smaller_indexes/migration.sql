-- The new indexes take the places of the old ones. All exist, so this only changes the catalog.
DROP INDEX "ledger_entry_relay_transaction_id_key";
DROP INDEX "gas_charge_relay_transaction_id_key";
DROP INDEX "gas_charge_payment_id_payout_attempt_key";
ALTER INDEX ledger_entry_relay_transaction_id_new RENAME TO ledger_entry_relay_transaction_id_key;
ALTER INDEX gas_charge_relay_transaction_id_new RENAME TO gas_charge_relay_transaction_id_key;
ALTER INDEX gas_charge_payment_id_payout_attempt_new RENAME TO gas_charge_payment_id_payout_attempt_key;
