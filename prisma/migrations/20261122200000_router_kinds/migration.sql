-- By themselves: Postgres can't use a new value in the transaction that adds it.
-- AlterEnum
ALTER TYPE "transfer_kind" ADD VALUE 'held';
ALTER TYPE "transfer_kind" ADD VALUE 'fee';

-- AlterEnum
ALTER TYPE "ledger_kind" ADD VALUE 'held';
ALTER TYPE "ledger_kind" ADD VALUE 'fee_sent';
