-- Nullable columns, or with constant defaults: no row is rewritten.

-- AlterTable
ALTER TABLE "alarm" ADD COLUMN "notified_at" TIMESTAMPTZ(3),
ADD COLUMN "notified_parts" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "parts" JSONB NOT NULL DEFAULT '[]';
