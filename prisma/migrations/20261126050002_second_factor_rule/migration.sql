-- The default is constant, so no row is rewritten.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "partner" ADD COLUMN "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;
