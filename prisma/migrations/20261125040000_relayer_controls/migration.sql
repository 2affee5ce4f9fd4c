-- New tables, and nullable columns of a table with a row for each wallet.
SET LOCAL lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "wallet_action" AS ENUM ('pause', 'resume', 'allow', 'retire');

-- AlterTable
ALTER TABLE "relayer_wallet" ADD COLUMN "signer_failed_at" TIMESTAMPTZ(3),
ADD COLUMN "stopped_at" TIMESTAMPTZ(3),
ADD COLUMN "retiring_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "outflow_day" (
    "chain_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" DECIMAL(78,0) NOT NULL,
    "daily_limit" DECIMAL(78,0),
    "allowed" DECIMAL(78,0) NOT NULL DEFAULT 0,

    CONSTRAINT "outflow_day_pkey" PRIMARY KEY ("chain_id","wallet","asset","day")
);

-- CreateTable
CREATE TABLE "wallet_order" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "action" "wallet_action" NOT NULL,
    "asset" TEXT,
    "amount" DECIMAL(78,0),
    "reason" TEXT NOT NULL,
    "ordered_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wallet_order_pkey" PRIMARY KEY ("id")
);

-- From here on written by hand.

-- What was counted in a day never decreases, so a limit can't be had twice.
CREATE FUNCTION outflow_day_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.used < OLD.used OR NEW.allowed < OLD.allowed THEN
    RAISE EXCEPTION 'the outflow of wallet % on % can not go back', OLD.wallet, OLD.day USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outflow_day_guard BEFORE UPDATE ON outflow_day FOR EACH ROW EXECUTE FUNCTION outflow_day_guard();
