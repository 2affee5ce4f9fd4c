-- CreateEnum
CREATE TYPE "bulk_payout_state" AS ENUM ('running', 'completed', 'stopped');

-- AlterTable
-- Neither column rewrites its table. Existing merchants keep offering every token.
ALTER TABLE "merchant" ADD COLUMN     "only_settleable_tokens" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "payout" ADD COLUMN     "retry_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "bulk_payout" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "state" "bulk_payout_state" NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "payouts" INTEGER NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bulk_payout_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_payout_merchant_id_asset_created_at_idx" ON "bulk_payout"("merchant_id", "asset", "created_at");

-- AddForeignKey
ALTER TABLE "bulk_payout" ADD CONSTRAINT "bulk_payout_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on written by hand.
ALTER TABLE bulk_payout
  ADD CONSTRAINT bulk_payout_of_something CHECK (payouts > 0 AND amount > 0 AND opened >= 0),
  ADD CONSTRAINT bulk_payout_stopped_has_reason CHECK ((state = 'stopped') = (reason IS NOT NULL));
-- Two orders of the same money are one.
CREATE UNIQUE INDEX bulk_payout_running ON bulk_payout (merchant_id, asset) WHERE state = 'running';

-- The terms of an order never change, and one that has ended stays ended.
CREATE FUNCTION bulk_payout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.partner_id, NEW.merchant_id, NEW.asset, NEW.destination, NEW.payouts, NEW.amount, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.merchant_id, OLD.asset, OLD.destination, OLD.payouts, OLD.amount,
      OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of bulk payout % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'running' THEN
    RAISE EXCEPTION 'bulk payout % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_payout_guard BEFORE UPDATE ON bulk_payout FOR EACH ROW EXECUTE FUNCTION bulk_payout_guard();
CREATE TRIGGER bulk_payout_kept BEFORE DELETE ON bulk_payout FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER bulk_payout_not_truncated BEFORE TRUNCATE ON bulk_payout
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- The order and its end are in the audit log, its progress is not.
CREATE TRIGGER bulk_payout_audited AFTER INSERT ON bulk_payout FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER bulk_payout_end_audited AFTER UPDATE OF state ON bulk_payout FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION audit_change();
