-- A nullable column without a default: no row is rewritten.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "request_log_entry" ADD COLUMN "fields" TEXT;
