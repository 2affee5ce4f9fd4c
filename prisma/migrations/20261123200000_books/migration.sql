-- Creates tables and reads none: nothing here takes time on a large database.
-- CreateEnum
CREATE TYPE "book_role" AS ENUM ('relayer', 'router', 'treasury');

-- CreateEnum
CREATE TYPE "transfer_direction" AS ENUM ('in', 'out');

-- CreateEnum
CREATE TYPE "wallet_transfer_state" AS ENUM ('pending', 'open', 'recorded', 'payment', 'kept', 'withdrawal', 'loss');

-- CreateEnum
CREATE TYPE "wallet_entry_kind" AS ENUM ('opening', 'received', 'missing', 'recorded', 'payment', 'kept', 'withdrawal', 'loss', 'top_up', 'foreign_gas');

-- CreateTable
CREATE TABLE "book_account" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "role" "book_role" NOT NULL,
    "since_block" BIGINT NOT NULL,
    "opening_balance" DECIMAL(78,0),
    "unbooked_from" BIGINT,
    "unexplained" DECIMAL(78,0),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "book_account_pkey" PRIMARY KEY ("chain_id","address","asset")
);

-- CreateTable
CREATE TABLE "book_scan" (
    "chain_id" INTEGER NOT NULL,
    "next_block" BIGINT NOT NULL,

    CONSTRAINT "book_scan_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "wallet_transfer" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "direction" "transfer_direction" NOT NULL,
    "address" TEXT NOT NULL,
    "counterparty" TEXT NOT NULL,
    "role" "book_role" NOT NULL,
    "token" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "state" "wallet_transfer_state" NOT NULL DEFAULT 'pending',
    "recorded" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "payment_id" TEXT,
    "note" TEXT,
    "resolved_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wallet_transfer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_entry" (
    "id" BIGSERIAL NOT NULL,
    "kind" "wallet_entry_kind" NOT NULL,
    "asset" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "debit" TEXT NOT NULL,
    "credit" TEXT NOT NULL,
    "wallet_transfer_id" BIGINT,
    "chain_id" INTEGER,
    "wallet" TEXT,
    "nonce" BIGINT,
    "tx_hash" TEXT,
    "block_number" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wallet_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "book_balance" (
    "account" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "block_number" BIGINT,

    CONSTRAINT "book_balance_pkey" PRIMARY KEY ("account","asset")
);

-- CreateTable
CREATE TABLE "book_checkpoint" (
    "id" INTEGER NOT NULL,
    "ledger_id" BIGINT NOT NULL,
    "transfer_id" BIGINT NOT NULL,
    "relay_id" BIGINT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "book_checkpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "book_recheck" (
    "subject" TEXT NOT NULL,

    CONSTRAINT "book_recheck_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE UNIQUE INDEX "wallet_transfer_chain_id_tx_hash_log_index_direction_key" ON "wallet_transfer"("chain_id", "tx_hash", "log_index", "direction");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_entry_wallet_transfer_id_kind_key" ON "wallet_entry"("wallet_transfer_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_entry_chain_id_wallet_nonce_key" ON "wallet_entry"("chain_id", "wallet", "nonce");

-- AddForeignKey
ALTER TABLE "wallet_transfer" ADD CONSTRAINT "wallet_transfer_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_entry" ADD CONSTRAINT "wallet_entry_wallet_transfer_id_fkey" FOREIGN KEY ("wallet_transfer_id") REFERENCES "wallet_transfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on written by hand.
ALTER TABLE book_account
  ADD CONSTRAINT book_account_opening CHECK ((role = 'treasury') = (opening_balance IS NULL)
    AND (unbooked_from IS NULL OR asset LIKE '%/native') AND (unexplained IS NULL OR opening_balance IS NOT NULL));
ALTER TABLE book_checkpoint ADD CONSTRAINT book_checkpoint_single CHECK (id = 1);
ALTER TABLE wallet_transfer
  ADD CONSTRAINT wallet_transfer_amount_positive CHECK (amount > 0),
  ADD CONSTRAINT wallet_transfer_leaves_ours CHECK (direction = 'in' OR role <> 'treasury'),
  ADD CONSTRAINT wallet_transfer_finding CHECK (CASE
    WHEN state IN ('pending', 'open', 'recorded') THEN note IS NULL AND resolved_by IS NULL AND payment_id IS NULL
    ELSE note <> '' AND resolved_by IS NOT NULL AND (payment_id IS NOT NULL) = (state = 'payment')
      AND (direction = 'out') = (state IN ('withdrawal', 'loss'))
  END);
-- The ones that a reconciliation looks at; the others are history.
CREATE INDEX wallet_transfer_undecided ON wallet_transfer (chain_id, state, id) WHERE state IN ('pending', 'open');

ALTER TABLE wallet_entry
  ADD CONSTRAINT wallet_entry_amount_positive CHECK (amount > 0),
  ADD CONSTRAINT wallet_entry_two_accounts CHECK (debit <> credit),
  ADD CONSTRAINT wallet_entry_subject CHECK (
    (kind IN ('opening', 'top_up', 'foreign_gas')) = (wallet_transfer_id IS NULL)
    AND (kind = 'foreign_gas') = (chain_id IS NOT NULL AND wallet IS NOT NULL AND nonce IS NOT NULL)),
  ADD CONSTRAINT wallet_entry_on_chain CHECK (
    (kind IN ('opening', 'received', 'missing', 'recorded', 'top_up', 'foreign_gas')) = (block_number IS NOT NULL));
CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE ON wallet_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER wallet_entry_not_truncated BEFORE TRUNCATE ON wallet_entry
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- A transfer never changes; only what is known about it does, and a finding is final.
CREATE FUNCTION wallet_transfer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'pending' THEN
      RAISE EXCEPTION 'wallet transfer % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.chain_id, NEW.direction, NEW.address, NEW.counterparty, NEW.role, NEW.token, NEW.amount, NEW.tx_hash, NEW.log_index,
      NEW.block_number, NEW.created_at)
    IS DISTINCT FROM (OLD.chain_id, OLD.direction, OLD.address, OLD.counterparty, OLD.role, OLD.token, OLD.amount, OLD.tx_hash,
      OLD.log_index, OLD.block_number, OLD.created_at) THEN
    RAISE EXCEPTION 'wallet transfer % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT (OLD.state = 'pending' AND NEW.state = 'open' OR OLD.state = 'open' AND NEW.state <> 'pending') THEN
    RAISE EXCEPTION 'wallet transfer % can not go from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_transfer_guard BEFORE UPDATE OR DELETE ON wallet_transfer
  FOR EACH ROW EXECUTE FUNCTION wallet_transfer_guard();
CREATE TRIGGER wallet_transfer_not_truncated BEFORE TRUNCATE ON wallet_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Booked in the statement that opens or resolves a transfer, so that no code path can forget it.
CREATE FUNCTION book_wallet_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account text := CASE NEW.role WHEN 'router' THEN 'router:' ELSE 'treasury:' END || NEW.chain_id || ':' || NEW.address;
  is_in boolean := NEW.direction = 'in';
  suspense text := CASE WHEN is_in THEN 'suspense:received' ELSE 'suspense:missing' END;
  other text := CASE NEW.state WHEN 'payment' THEN 'buyers' WHEN 'kept' THEN 'surplus' WHEN 'withdrawal' THEN 'operator'
    WHEN 'loss' THEN 'loss' ELSE account END;
  is_opened boolean := NEW.state = 'open';
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, wallet_transfer_id, tx_hash, block_number)
    VALUES ((CASE WHEN NOT is_opened THEN NEW.state::text WHEN is_in THEN 'received' ELSE 'missing' END)::wallet_entry_kind,
      'eip155:' || NEW.chain_id || CASE NEW.token WHEN 'native' THEN '/native' ELSE '/erc20:' || NEW.token END, NEW.amount,
      CASE WHEN is_opened = is_in THEN other ELSE suspense END, CASE WHEN is_opened = is_in THEN suspense ELSE other END,
      NEW.id, CASE WHEN NEW.state IN ('open', 'recorded') THEN NEW.tx_hash END,
      CASE WHEN NEW.state IN ('open', 'recorded') THEN NEW.block_number END);
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transfer_opened AFTER INSERT ON wallet_transfer FOR EACH ROW
  WHEN (NEW.state = 'open') EXECUTE FUNCTION book_wallet_transfer();
CREATE TRIGGER wallet_transfer_booked AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION book_wallet_transfer();

-- The unexplained part of an opening balance is surplus, or coin that the operator put in for gas. A balance below the books stays
-- a difference.
CREATE FUNCTION book_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, block_number)
    VALUES ('opening', NEW.asset, NEW.unexplained,
      CASE NEW.role WHEN 'router' THEN 'router:' ELSE 'treasury:' END || NEW.chain_id || ':' || NEW.address,
      CASE WHEN NEW.asset LIKE '%/native' THEN 'operator' ELSE 'surplus' END,
      NEW.since_block);
  RETURN NULL;
END $$;
CREATE TRIGGER book_account_opened AFTER UPDATE OF unexplained ON book_account FOR EACH ROW
  WHEN (OLD.unexplained IS NULL AND NEW.unexplained > 0) EXECUTE FUNCTION book_opening();
