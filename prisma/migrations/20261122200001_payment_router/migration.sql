-- Collections that were signed for a relayer wallet can't be carried out by this version. None is lost: the version before
-- ends them, within half an hour.
DO $$
DECLARE
  open bigint := (SELECT count(*) FROM payment_attempt WHERE state NOT IN ('final', 'rejected'));
BEGIN
  IF open > 0 THEN
    RAISE EXCEPTION '% payments are being collected. Stop the web processes, leave the workers of the old version running until no payment is in processing, then resolve this migration as rolled back and migrate again.', open
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
END $$;

-- RenameColumn
ALTER TABLE "payment_option" RENAME COLUMN "treasury" TO "submitter";

-- AlterTable
ALTER TABLE "payment_option" ADD COLUMN "router" TEXT,
ADD COLUMN "recipient" TEXT,
ADD COLUMN "fee_recipient" TEXT,
ADD COLUMN "is_held" BOOLEAN NOT NULL DEFAULT false;

-- From here on written by hand. A payment goes through a router with all of its terms, or is from before.
ALTER TABLE payment_option ADD CONSTRAINT payment_option_router_terms CHECK (
  (router IS NULL) = (recipient IS NULL) AND (router IS NULL) = (fee_recipient IS NULL)
  AND (router IS NOT NULL OR NOT is_held)) NOT VALID;
ALTER TABLE payment_option VALIDATE CONSTRAINT payment_option_router_terms;

-- One event of the router proves the collection, and what was forwarded.
-- DropIndex
DROP INDEX "chain_transfer_chain_id_tx_hash_log_index_key";

-- CreateIndex
CREATE UNIQUE INDEX "chain_transfer_chain_id_tx_hash_log_index_kind_key" ON "chain_transfer"("chain_id", "tx_hash", "log_index", "kind");

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_on_chain, DROP CONSTRAINT ledger_entry_accounts,
  ADD CONSTRAINT ledger_entry_on_chain CHECK (
    (kind NOT IN ('owed', 'fee')) = (tx_hash IS NOT NULL AND block_number IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT ledger_entry_accounts CHECK (CASE kind
    WHEN 'collected' THEN (debit LIKE 'router:%' OR debit LIKE 'treasury:%') AND credit = 'buyers'
    WHEN 'owed' THEN debit = 'buyers' AND credit LIKE 'merchant:%'
    WHEN 'fee' THEN debit = 'buyers' AND credit LIKE 'fees:%'
    WHEN 'settled' THEN debit LIKE 'merchant:%' AND (credit LIKE 'router:%' OR credit LIKE 'treasury:%')
    WHEN 'gas' THEN debit = 'gas' AND credit LIKE 'treasury:%'
    ELSE debit LIKE 'treasury:%' AND credit LIKE 'router:%'
  END) NOT VALID;
ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_on_chain;
ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_accounts;

-- A collection goes to the router from now on. A settlement in the collection's own transaction was forwarded by it.
CREATE OR REPLACE FUNCTION book_chain_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asset text := 'eip155:' || NEW.chain_id || '/erc20:' || NEW.token;
  at text := NEW.chain_id || ':';
  is_forwarded boolean := NEW.kind <> 'collection' AND EXISTS (SELECT FROM chain_transfer c
    WHERE c.payment_id = NEW.payment_id AND c.kind = 'collection' AND c.tx_hash = NEW.tx_hash);
  debit text;
  credit text;
BEGIN
  IF NEW.kind IN ('held', 'fee') AND NOT is_forwarded THEN
    RAISE EXCEPTION 'a % transfer of % is in another transaction than its collection', NEW.kind, NEW.payment_id
      USING ERRCODE = 'check_violation';
  END IF;
  debit := CASE NEW.kind WHEN 'collection' THEN 'router:' || at || NEW.recipient
    WHEN 'settlement' THEN (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = NEW.payment_id)
    ELSE 'treasury:' || at || NEW.recipient END;
  credit := CASE WHEN NEW.kind = 'collection' THEN 'buyers'
    WHEN is_forwarded THEN 'router:' || at || NEW.sender ELSE 'treasury:' || at || NEW.sender END;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, tx_hash, block_number, created_at)
    VALUES (CASE NEW.kind WHEN 'collection' THEN 'collected' WHEN 'settlement' THEN 'settled' WHEN 'held' THEN 'held'
        ELSE 'fee_sent' END::ledger_kind,
      asset, NEW.amount, debit, credit, NEW.payment_id, NEW.tx_hash, NEW.block_number, NEW.created_at);
  RETURN NULL;
END $$;
