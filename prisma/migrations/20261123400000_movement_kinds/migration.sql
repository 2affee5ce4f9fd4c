-- By themselves: Postgres can't use a new value in the transaction that adds it.
-- AlterEnum
ALTER TYPE "attribution" ADD VALUE 'movement' BEFORE 'duplicate';
ALTER TYPE "relay_kind" ADD VALUE 'movement' BEFORE 'noop';
ALTER TYPE "wallet_transfer_state" ADD VALUE 'returned' BEFORE 'withdrawal';
ALTER TYPE "wallet_entry_kind" ADD VALUE 'movement';
ALTER TYPE "wallet_entry_kind" ADD VALUE 'correction';
