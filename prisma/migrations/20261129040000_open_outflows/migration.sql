-- A new table, and a function that is replaced: no existing table is read or locked for long. Open transactions from before have no row
-- here, so what was counted for them stays counted that day.

-- CreateTable
CREATE TABLE "outflow" (
    "relay_transaction_id" BIGINT NOT NULL,
    "asset" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "outflow_pkey" PRIMARY KEY ("relay_transaction_id","asset")
);

-- AddForeignKey
ALTER TABLE "outflow" ADD CONSTRAINT "outflow_relay_transaction_id_fkey" FOREIGN KEY ("relay_transaction_id") REFERENCES "relay_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on written by hand.

-- The row of an open outflow is deleted once, and what it didn't take is given back with it.
CREATE OR REPLACE FUNCTION outflow_day_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.allowed < OLD.allowed THEN
    RAISE EXCEPTION 'the allowance of wallet % on % can not go back', OLD.wallet, OLD.day USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.used < OLD.used AND NEW.used < (
    SELECT coalesce(sum(f.amount), 0) FROM outflow f JOIN relay_transaction r ON r.id = f.relay_transaction_id
    WHERE f.day = NEW.day AND f.asset = NEW.asset AND r.chain_id = NEW.chain_id AND r.wallet = NEW.wallet
  ) THEN
    RAISE EXCEPTION 'the outflow of wallet % on % can not be less than its open outflows', OLD.wallet, OLD.day
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
