-- A new table, and a nullable column of a table with a row for each wallet.

-- CreateEnum
CREATE TYPE "removal_state" AS ENUM ('open', 'restored', 'missing', 'resolved');

-- AlterTable
ALTER TABLE "relayer_wallet" ADD COLUMN "verified_nonce" BIGINT;

-- CreateTable
CREATE TABLE "removed_transaction" (
    "relay_transaction_id" BIGINT NOT NULL,
    "state" "removal_state" NOT NULL DEFAULT 'open',
    "tx_hash" TEXT NOT NULL,
    "ended_hash" TEXT,
    "ended_block" BIGINT,
    "ended_block_hash" TEXT,
    "note" TEXT,
    "resolved_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_transaction_pkey" PRIMARY KEY ("relay_transaction_id")
);

-- AddForeignKey
ALTER TABLE "removed_transaction" ADD CONSTRAINT "removed_transaction_relay_transaction_id_fkey" FOREIGN KEY ("relay_transaction_id") REFERENCES "relay_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on written by hand.
ALTER TABLE removed_transaction
  ADD CONSTRAINT removed_transaction_ended CHECK ((state = 'open') = (ended_hash IS NULL)
    AND (ended_hash IS NULL) = (ended_block IS NULL) AND (ended_hash IS NULL) = (ended_block_hash IS NULL)),
  ADD CONSTRAINT removed_transaction_resolved CHECK ((state = 'resolved') = (note IS NOT NULL) AND (note IS NULL) = (resolved_by IS NULL));

-- What became of it is found out once, and only another reorg opens it again. Only what is missing needs a person, once.
CREATE FUNCTION removed_transaction_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('open', 'restored'), ('open', 'missing'), ('restored', 'open'),
      ('missing', 'open'), ('missing', 'resolved')) THEN
    RAISE EXCEPTION 'removed transaction % can not go from % to %', OLD.relay_transaction_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removed_transaction_guard BEFORE UPDATE ON removed_transaction
  FOR EACH ROW EXECUTE FUNCTION removed_transaction_guard();
