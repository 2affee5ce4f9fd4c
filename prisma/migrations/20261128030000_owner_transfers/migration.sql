-- Transfers that a treasury's owner made outside of Till: one log may pay several held payouts, each of which is a part of it. The
-- column added to an existing table has a constant default, so no row is rewritten.

-- CreateTable
CREATE TABLE "owner_transfer" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "payouts" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "made_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "owner_transfer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "owner_transfer_chain_id_tx_hash_log_index_key" ON "owner_transfer"("chain_id", "tx_hash", "log_index");

-- AlterTable
ALTER TABLE "chain_transfer" ADD COLUMN     "part" INTEGER NOT NULL DEFAULT 0;

-- From here on written by hand.
ALTER TABLE owner_transfer
  ADD CONSTRAINT owner_transfer_positive CHECK (amount > 0 AND payouts > 0),
  ADD CONSTRAINT owner_transfer_reason CHECK (reason <> '' AND made_by <> '');
CREATE TRIGGER owner_transfer_append_only BEFORE UPDATE OR DELETE ON owner_transfer
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER owner_transfer_not_truncated BEFORE TRUNCATE ON owner_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- A log that anything else explains can't pay a payout as well: another payment, a movement or a transaction of the relay, or a
-- person's finding.
CREATE FUNCTION owner_transfer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM chain_transfer t WHERE t.chain_id = NEW.chain_id AND t.tx_hash = NEW.tx_hash AND t.log_index = NEW.log_index)
    OR EXISTS (SELECT FROM movement m WHERE m.chain_id = NEW.chain_id AND m.tx_hash = NEW.tx_hash)
    OR EXISTS (SELECT FROM relay_submission s WHERE s.chain_id = NEW.chain_id AND s.hash = NEW.tx_hash)
    OR EXISTS (SELECT FROM wallet_transfer w WHERE w.chain_id = NEW.chain_id AND w.tx_hash = NEW.tx_hash
      AND w.log_index = NEW.log_index AND w.state NOT IN ('pending', 'open')) THEN
    RAISE EXCEPTION 'log % of % is recorded as something else', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER owner_transfer_guard BEFORE INSERT ON owner_transfer FOR EACH ROW EXECUTE FUNCTION owner_transfer_guard();

-- At the end of its transaction: the payouts are as many as it says, and their sum is exactly what the log moved.
CREATE FUNCTION owner_transfer_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS payouts, sum(t.amount) AS amount INTO found FROM chain_transfer t
    WHERE t.chain_id = NEW.chain_id AND t.tx_hash = NEW.tx_hash AND t.log_index = NEW.log_index
      AND t.kind IN ('settlement', 'refund')
      AND (t.token, t.sender, t.recipient) = (NEW.token, NEW.sender, NEW.recipient);
  IF (found.payouts, found.amount) IS DISTINCT FROM (NEW.payouts::bigint, NEW.amount) THEN
    RAISE EXCEPTION 'the payouts of log % of % do not add up to it', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER owner_transfer_is_whole AFTER INSERT ON owner_transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION owner_transfer_is_whole();

-- Only the transfer of an owner has parts. Its first one has the number 0, as every other transfer, so no other can have its log.
CREATE FUNCTION chain_transfer_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM owner_transfer o
      WHERE o.chain_id = NEW.chain_id AND o.tx_hash = NEW.tx_hash AND o.log_index = NEW.log_index) THEN
    RAISE EXCEPTION 'log % of % has no parts', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER chain_transfer_part BEFORE INSERT ON chain_transfer FOR EACH ROW
  WHEN (NEW.part <> 0) EXECUTE FUNCTION chain_transfer_part();

-- As before, and for transfers of owners.
CREATE OR REPLACE FUNCTION audit_operator_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept jsonb := to_jsonb(NEW);
  author text := coalesce(kept ->> 'resolved_by', kept ->> 'ordered_by', kept ->> 'made_by');
  reason text := coalesce(kept ->> 'note', kept ->> 'reason');
  verb text := CASE TG_TABLE_NAME WHEN 'wallet_transfer' THEN 'stray_transfer.' || (kept ->> 'state')
    WHEN 'movement' THEN 'movement.ordered' WHEN 'owner_transfer' THEN 'payouts.recorded' ELSE 'books.corrected' END;
BEGIN
  INSERT INTO operator_audit_entry (at, actor_name, action, subject_id, reason, facts)
    VALUES (clock_timestamp(), author, verb, kept ->> 'id', reason,
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(kept) WHERE value IS NOT NULL AND key IN (
        'kind', 'chain_id', 'wallet', 'direction', 'address', 'counterparty', 'asset', 'token', 'amount', 'destination',
        'tx_hash', 'payment_id', 'wallet_transfer_id', 'debit', 'credit', 'sender', 'recipient', 'payouts', 'log_index')));
  RETURN NULL;
END $$;
CREATE TRIGGER owner_transfer_recorded AFTER INSERT ON owner_transfer FOR EACH ROW EXECUTE FUNCTION audit_operator_decision();
