-- By themselves: Postgres can't use a new value in the transaction that adds it.
-- AlterEnum
ALTER TYPE "transfer_kind" ADD VALUE 'refund_collected';
ALTER TYPE "transfer_kind" ADD VALUE 'refund';

-- AlterEnum
ALTER TYPE "ledger_kind" ADD VALUE 'refund_owed';
ALTER TYPE "ledger_kind" ADD VALUE 'refund_collected';
ALTER TYPE "ledger_kind" ADD VALUE 'refunded';
