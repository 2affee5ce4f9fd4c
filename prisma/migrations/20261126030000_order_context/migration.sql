-- New columns without a default: no row is read or rewritten.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "merchant" ADD COLUMN "support_contact" TEXT, ADD COLUMN "brand_color" TEXT;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN "description" TEXT, ADD COLUMN "line_items" JSONB;
