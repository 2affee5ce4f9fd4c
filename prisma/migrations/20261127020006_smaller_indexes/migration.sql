-- The new indexes take the places of the old ones. All exist, so this only changes the catalog.
SET LOCAL lock_timeout = '5s';

DROP INDEX "payment_option_nonce_chain_id_key";
DROP INDEX "ledger_entry_payment_id_kind_key";
DROP INDEX "chain_transfer_payment_id_kind_key";
DROP INDEX "payment_partner_id_token_asset_created_at_id_idx";
ALTER INDEX payment_option_nonce_new RENAME TO payment_option_nonce_key;
ALTER INDEX ledger_entry_payment_id_kind_new RENAME TO ledger_entry_payment_id_kind_key;
ALTER INDEX chain_transfer_payment_id_kind_new RENAME TO chain_transfer_payment_id_kind_key;

-- No statement looks for options by their payment: a confirm names the option.
DROP INDEX "payment_option_payment_id_idx";
DROP INDEX "payment_attempt_payment_id_idx";
-- The search by transaction finds a collection by its transfers, like a payout.
DROP INDEX payment_of_transaction;
