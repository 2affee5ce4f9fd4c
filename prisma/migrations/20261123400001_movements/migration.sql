-- Every column added to an existing table is nullable or has a constant default, so no row is rewritten; the constraints are
-- validated in the next migration, without the lock of this one.
SET LOCAL lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "movement_kind" AS ENUM ('sweep', 'withdrawal', 'return');

-- CreateEnum
CREATE TYPE "movement_state" AS ENUM ('queued', 'sent', 'final', 'failed');

-- CreateTable
CREATE TABLE "movement" (
    "id" TEXT NOT NULL,
    "kind" "movement_kind" NOT NULL,
    "state" "movement_state" NOT NULL DEFAULT 'queued',
    "chain_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "destination" TEXT NOT NULL,
    "wallet_transfer_id" BIGINT,
    "reason" TEXT NOT NULL,
    "ordered_by" TEXT NOT NULL,
    "since_block" BIGINT NOT NULL,
    "tx_hash" TEXT,
    "block_number" BIGINT,
    "moved" DECIMAL(78,0),
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "movement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "movement_chain_id_tx_hash_key" ON "movement"("chain_id", "tx_hash");

-- AddForeignKey
ALTER TABLE "movement" ADD CONSTRAINT "movement_wallet_transfer_id_fkey" FOREIGN KEY ("wallet_transfer_id") REFERENCES "wallet_transfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "relay_transaction" ADD COLUMN "movement_id" TEXT, ADD COLUMN "value" DECIMAL(78,0) NOT NULL DEFAULT 0;
ALTER TABLE "unknown_transaction" ADD COLUMN "movement_id" TEXT;
ALTER TABLE "wallet_entry" ADD COLUMN "movement_id" TEXT, ADD COLUMN "note" TEXT, ADD COLUMN "made_by" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "unknown_transaction_movement_id_key" ON "unknown_transaction"("movement_id");
CREATE UNIQUE INDEX "wallet_entry_movement_id_key" ON "wallet_entry"("movement_id");

-- AddForeignKey
ALTER TABLE "relay_transaction" ADD CONSTRAINT "relay_transaction_movement_id_fkey" FOREIGN KEY ("movement_id") REFERENCES "movement"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE "unknown_transaction" ADD CONSTRAINT "unknown_transaction_movement_id_fkey" FOREIGN KEY ("movement_id") REFERENCES "movement"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "wallet_entry" ADD CONSTRAINT "wallet_entry_movement_id_fkey" FOREIGN KEY ("movement_id") REFERENCES "movement"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on written by hand.
ALTER TABLE movement
  ADD CONSTRAINT movement_amount_positive CHECK (amount > 0 AND moved > 0),
  ADD CONSTRAINT movement_reason CHECK (reason <> '' AND ordered_by <> ''),
  ADD CONSTRAINT movement_asset CHECK (split_part(asset, '/', 1) = 'eip155:' || chain_id),
  ADD CONSTRAINT movement_return CHECK ((kind = 'return') = (wallet_transfer_id IS NOT NULL)),
  ADD CONSTRAINT movement_end CHECK (CASE state
    WHEN 'final' THEN tx_hash IS NOT NULL AND block_number IS NOT NULL AND moved IS NOT NULL AND failure IS NULL
      AND ended_at IS NOT NULL
    WHEN 'failed' THEN moved IS NULL AND failure <> '' AND failure IS NOT NULL AND ended_at IS NOT NULL
    ELSE tx_hash IS NULL AND block_number IS NULL AND moved IS NULL AND failure IS NULL AND ended_at IS NULL
  END);
-- The ones that take from a wallet's balance; a transfer is sent back once.
CREATE INDEX movement_open ON movement (chain_id, wallet) WHERE state IN ('queued', 'sent');
CREATE UNIQUE INDEX movement_returns_once ON movement (wallet_transfer_id) WHERE state <> 'failed';

CREATE FUNCTION movement_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.chain_id, NEW.wallet, NEW.asset, NEW.amount, NEW.destination, NEW.wallet_transfer_id, NEW.reason,
      NEW.ordered_by, NEW.since_block, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.chain_id, OLD.wallet, OLD.asset, OLD.amount, OLD.destination,
      OLD.wallet_transfer_id, OLD.reason, OLD.ordered_by, OLD.since_block, OLD.created_at) THEN
    RAISE EXCEPTION 'movement % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('final', 'failed') THEN
    RAISE EXCEPTION 'movement % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER movement_guard BEFORE UPDATE ON movement FOR EACH ROW EXECUTE FUNCTION movement_guard();
CREATE TRIGGER movement_kept BEFORE DELETE ON movement FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER movement_not_truncated BEFORE TRUNCATE ON movement
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Booked in the statement that ends a movement. Tokens that are sent back leave the account in which they waited for a person.
CREATE FUNCTION book_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, movement_id, tx_hash, block_number)
    VALUES ('movement', NEW.asset, NEW.moved,
      CASE NEW.kind WHEN 'return' THEN 'suspense:received' ELSE 'operator:' || NEW.chain_id END,
      'treasury:' || NEW.chain_id || ':' || NEW.wallet, NEW.id, NEW.tx_hash, NEW.block_number);
  UPDATE wallet_transfer SET state = 'returned', note = NEW.reason, resolved_by = NEW.ordered_by, resolved_at = NEW.ended_at
    WHERE id = NEW.wallet_transfer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER movement_booked AFTER UPDATE OF state ON movement FOR EACH ROW
  WHEN (OLD.state <> 'final' AND NEW.state = 'final') EXECUTE FUNCTION book_movement();

-- A transfer that is being sent back gets no other finding, and only its movement books it as returned.
CREATE FUNCTION wallet_transfer_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state = 'returned') <> EXISTS (SELECT FROM movement WHERE wallet_transfer_id = OLD.id AND state <> 'failed')
    OR NEW.state = 'returned' AND NOT EXISTS (SELECT FROM movement WHERE wallet_transfer_id = OLD.id AND state = 'final') THEN
    RAISE EXCEPTION 'wallet transfer % is not % by a movement', OLD.id, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_transfer_returns BEFORE UPDATE OF state ON wallet_transfer
  FOR EACH ROW EXECUTE FUNCTION wallet_transfer_returns();
DROP TRIGGER wallet_transfer_booked ON wallet_transfer;
CREATE TRIGGER wallet_transfer_booked AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state <> 'returned') EXECUTE FUNCTION book_wallet_transfer();

ALTER TABLE wallet_entry DROP CONSTRAINT wallet_entry_subject, DROP CONSTRAINT wallet_entry_on_chain;
ALTER TABLE wallet_entry
  ADD CONSTRAINT wallet_entry_subject CHECK (
    (kind IN ('opening', 'top_up', 'foreign_gas', 'movement', 'correction')) = (wallet_transfer_id IS NULL)
    AND (kind = 'movement') = (movement_id IS NOT NULL)
    AND (kind = 'foreign_gas') = (chain_id IS NOT NULL AND wallet IS NOT NULL AND nonce IS NOT NULL)),
  ADD CONSTRAINT wallet_entry_on_chain CHECK (
    (kind IN ('opening', 'received', 'missing', 'recorded', 'top_up', 'foreign_gas', 'movement')) = (block_number IS NOT NULL)),
  ADD CONSTRAINT wallet_entry_correction CHECK (CASE kind
    WHEN 'correction' THEN note <> '' AND note IS NOT NULL AND made_by <> '' AND made_by IS NOT NULL
    ELSE note IS NULL AND made_by IS NULL
  END);

ALTER TABLE unknown_transaction
  ADD CONSTRAINT unknown_transaction_movement CHECK ((attribution = 'movement') = (movement_id IS NOT NULL));

-- Each kind has its own reference. A no-op transaction has none: it exists for its nonce, so it always has that.
ALTER TABLE relay_transaction DROP CONSTRAINT relay_transaction_reference;
ALTER TABLE relay_transaction
  ADD CONSTRAINT relay_transaction_reference CHECK (CASE
    WHEN kind IN ('collection', 'deployment')
      THEN attempt_id IS NOT NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL
    WHEN kind = 'payout' THEN attempt_id IS NULL AND payment_id IS NOT NULL AND payout_attempt IS NOT NULL AND payout_attempt > 0
      AND movement_id IS NULL
    WHEN kind = 'movement' THEN attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NOT NULL
    ELSE attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL AND nonce IS NOT NULL
  END) NOT VALID,
  ADD CONSTRAINT relay_transaction_value CHECK (value >= 0 AND (value = 0 OR kind = 'movement')) NOT VALID;

CREATE OR REPLACE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.kind, NEW.attempt_id, NEW.payment_id, NEW.payout_attempt, NEW.movement_id, NEW.target,
        NEW.calldata, NEW.value)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.kind, OLD.attempt_id, OLD.payment_id, OLD.payout_attempt,
        OLD.movement_id, OLD.target, OLD.calldata, OLD.value) THEN
    RAISE EXCEPTION 'relay transaction % keeps its nonce and its call', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('final', 'refused', 'cancelled', 'displaced')
    AND (NEW.state <> OLD.state OR NEW.gas_cost IS DISTINCT FROM OLD.gas_cost) THEN
    RAISE EXCEPTION 'relay transaction % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state IN ('final', 'cancelled') AND OLD.state <> NEW.state AND NEW.gas_cost IS NULL THEN
    RAISE EXCEPTION 'relay transaction % ends without its gas cost', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
