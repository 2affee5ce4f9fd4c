-- CreateEnum
CREATE TYPE "ledger_kind" AS ENUM ('collected', 'owed', 'fee', 'settled', 'gas');

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "asset" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "debit" TEXT NOT NULL,
    "credit" TEXT NOT NULL,
    "payment_id" TEXT,
    "relay_transaction_id" BIGINT,
    "tx_hash" TEXT,
    "block_number" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_payment_id_kind_key" ON "ledger_entry"("payment_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_relay_transaction_id_key" ON "ledger_entry"("relay_transaction_id");

-- From here on written by hand. One row is both sides of an entry, so that it can't be out of balance; what it is about and
-- which accounts it moves between follow from its kind; and the two unique indexes refuse whatever is booked twice.
ALTER TABLE ledger_entry
  ADD CONSTRAINT ledger_entry_amount_positive CHECK (amount > 0),
  ADD CONSTRAINT ledger_entry_subject CHECK (
    (kind = 'gas') = (relay_transaction_id IS NOT NULL) AND (kind = 'gas') = (payment_id IS NULL)),
  ADD CONSTRAINT ledger_entry_on_chain CHECK (
    (kind IN ('collected', 'settled', 'gas')) = (tx_hash IS NOT NULL AND block_number IS NOT NULL)),
  ADD CONSTRAINT ledger_entry_accounts CHECK (CASE kind
    WHEN 'collected' THEN debit LIKE 'treasury:%' AND credit = 'buyers'
    WHEN 'owed' THEN debit = 'buyers' AND credit LIKE 'merchant:%'
    WHEN 'fee' THEN debit = 'buyers' AND credit LIKE 'fees:%'
    WHEN 'settled' THEN debit LIKE 'merchant:%' AND credit LIKE 'treasury:%'
    WHEN 'gas' THEN debit = 'gas' AND credit LIKE 'treasury:%'
  END);

CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_entry_not_truncated BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Booked by the database itself, in the statement that says what happened: no code path can forget it.
CREATE FUNCTION book_chain_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asset text := 'eip155:' || NEW.chain_id || '/erc20:' || NEW.token;
BEGIN
  IF NEW.kind = 'collection' THEN
    INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, tx_hash, block_number, created_at)
      VALUES ('collected', asset, NEW.amount, 'treasury:' || NEW.chain_id || ':' || NEW.recipient, 'buyers',
        NEW.payment_id, NEW.tx_hash, NEW.block_number, NEW.created_at);
  ELSE
    INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, tx_hash, block_number, created_at)
      SELECT 'settled', asset, NEW.amount, 'merchant:' || p.merchant_id, 'treasury:' || NEW.chain_id || ':' || NEW.sender,
        NEW.payment_id, NEW.tx_hash, NEW.block_number, NEW.created_at
      FROM payment p WHERE p.id = NEW.payment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER chain_transfer_booked AFTER INSERT ON chain_transfer
  FOR EACH ROW EXECUTE FUNCTION book_chain_transfer();

CREATE FUNCTION book_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, created_at)
    SELECT part.kind, NEW.asset, part.amount, 'buyers', part.credit, NEW.payment_id, NEW.created_at
    FROM (VALUES ('owed'::ledger_kind, NEW.amount, 'merchant:' || NEW.merchant_id),
      ('fee'::ledger_kind, NEW.fee, 'fees:' || NEW.partner_id)) AS part (kind, amount, credit)
    WHERE part.amount > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_booked AFTER INSERT ON payout FOR EACH ROW EXECUTE FUNCTION book_payout();

CREATE FUNCTION book_gas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, relay_transaction_id, tx_hash, block_number, created_at)
    VALUES ('gas', 'eip155:' || NEW.chain_id || '/native', NEW.gas_cost, 'gas',
      'treasury:' || NEW.chain_id || ':' || NEW.wallet, NEW.id, NEW.mined_hash, NEW.block_number, NEW.updated_at);
  RETURN NULL;
END $$;
CREATE TRIGGER relay_transaction_gas_booked AFTER UPDATE ON relay_transaction FOR EACH ROW
  WHEN (NEW.gas_cost > 0 AND OLD.gas_cost IS NULL) EXECUTE FUNCTION book_gas();

-- What happened before. The triggers stand already, so nothing comes in between; of older gas nothing is known.
INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, tx_hash, block_number, created_at)
  SELECT CASE t.kind WHEN 'collection' THEN 'collected' ELSE 'settled' END::ledger_kind,
    'eip155:' || t.chain_id || '/erc20:' || t.token, t.amount,
    CASE t.kind WHEN 'collection' THEN 'treasury:' || t.chain_id || ':' || t.recipient
      ELSE 'merchant:' || p.merchant_id END,
    CASE t.kind WHEN 'collection' THEN 'buyers' ELSE 'treasury:' || t.chain_id || ':' || t.sender END,
    t.payment_id, t.tx_hash, t.block_number, t.created_at
  FROM chain_transfer t JOIN payment p ON p.id = t.payment_id ORDER BY t.id;
INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, created_at)
  SELECT part.kind, o.asset, part.amount, 'buyers', part.credit, o.payment_id, o.created_at
  FROM payout o CROSS JOIN LATERAL (VALUES ('owed'::ledger_kind, o.amount, 'merchant:' || o.merchant_id),
    ('fee'::ledger_kind, o.fee, 'fees:' || o.partner_id)) AS part (kind, amount, credit)
  WHERE part.amount > 0;
INSERT INTO ledger_entry (kind, asset, amount, debit, credit, relay_transaction_id, tx_hash, block_number, created_at)
  SELECT 'gas', 'eip155:' || r.chain_id || '/native', r.gas_cost, 'gas', 'treasury:' || r.chain_id || ':' || r.wallet,
    r.id, r.mined_hash, r.block_number, r.updated_at
  FROM relay_transaction r WHERE r.gas_cost > 0;
