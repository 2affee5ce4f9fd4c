-- By themselves, because a value can't be used in the transaction that adds it.
ALTER TYPE "relay_state" ADD VALUE 'cancelled';
ALTER TYPE "relay_state" ADD VALUE 'displaced';

ALTER TABLE "relay_submission" ADD COLUMN "is_cancellation" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "relay_transaction"
  ADD COLUMN "gas_cost" DECIMAL(78,0),
  ADD COLUMN "since_block" BIGINT,
  ADD COLUMN "objection" TEXT,
  ADD COLUMN "objected_at_block" BIGINT,
  ADD COLUMN "try_after" TIMESTAMPTZ(3);
