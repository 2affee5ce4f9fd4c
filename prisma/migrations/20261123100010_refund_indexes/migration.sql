-- The new indexes take the places of the old ones. Both exist, so this only changes the catalog.
SET LOCAL lock_timeout = '5s';

-- DropIndex
DROP INDEX payment_attempt_one_live;
DROP INDEX "chain_transfer_payment_id_kind_key";
DROP INDEX "ledger_entry_payment_id_kind_key";

ALTER INDEX payment_attempt_one_live_new RENAME TO payment_attempt_one_live;
ALTER INDEX chain_transfer_payment_id_kind_new RENAME TO chain_transfer_payment_id_kind_key;
ALTER INDEX ledger_entry_payment_id_kind_new RENAME TO ledger_entry_payment_id_kind_key;
