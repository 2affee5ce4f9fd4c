-- Nullable columns without a default: no row is rewritten.

-- AlterTable
ALTER TABLE "request_log_entry" ADD COLUMN "issues" JSONB, ADD COLUMN "service_version" TEXT;
