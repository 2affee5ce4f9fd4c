-- A nullable column without a default: no row is rewritten.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "user" ADD COLUMN "payment_columns" TEXT[];
