-- A new value of an enum can't be used in the transaction that adds it; the next migration does.
ALTER TYPE "payout_state" ADD VALUE 'held' BEFORE 'pending';

ALTER TABLE "payout" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "failure" TEXT,
ADD COLUMN     "merchant_id" TEXT,
ADD COLUMN     "partner_id" TEXT,
ALTER COLUMN "destination" DROP NOT NULL;

UPDATE payout SET partner_id = p.partner_id, merchant_id = p.merchant_id FROM payment p WHERE p.id = payout.payment_id;

ALTER TABLE "payout" ALTER COLUMN "merchant_id" SET NOT NULL,
ALTER COLUMN "partner_id" SET NOT NULL;
