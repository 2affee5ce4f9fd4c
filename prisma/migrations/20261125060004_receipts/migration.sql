-- The column has a constant default, so no row is rewritten.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "merchant" ADD COLUMN "sends_receipts" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "receipt_request" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "receipt_request_payment_id_idx" ON "receipt_request"("payment_id");

-- CreateIndex
CREATE INDEX "receipt_request_expires_at_idx" ON "receipt_request"("expires_at");

-- AddForeignKey
ALTER TABLE "receipt_request" ADD CONSTRAINT "receipt_request_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
