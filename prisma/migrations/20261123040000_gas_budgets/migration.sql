-- CreateEnum
CREATE TYPE "gas_charge_state" AS ENUM ('reserved', 'spent', 'released');

-- CreateEnum
CREATE TYPE "gas_payer" AS ENUM ('fee', 'operator');

-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "app_gas_budget" BIGINT,
ADD COLUMN     "buyer_gas_budget" BIGINT,
ADD COLUMN     "gas_budget" BIGINT,
ADD COLUMN     "gas_payer" "gas_payer";

-- AlterTable
ALTER TABLE "relay_transaction" ADD COLUMN     "gas_cap" BIGINT;

-- CreateTable
CREATE TABLE "gas_charge" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "buyer" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "kind" "relay_kind" NOT NULL,
    "attempt_id" TEXT,
    "relay_transaction_id" BIGINT,
    "state" "gas_charge_state" NOT NULL,
    "wei" DECIMAL(78,0) NOT NULL,
    "gas" BIGINT,

    CONSTRAINT "gas_charge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gas_delta" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "wei" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "gas_delta_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gas_day" (
    "partner_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "app_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "wei" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "gas_day_pkey" PRIMARY KEY ("partner_id","day","app_id","chain_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "gas_charge_relay_transaction_id_key" ON "gas_charge"("relay_transaction_id");

-- CreateIndex
CREATE INDEX "gas_charge_partner_id_buyer_day_idx" ON "gas_charge"("partner_id", "buyer", "day");

-- CreateIndex
CREATE UNIQUE INDEX "gas_charge_attempt_id_kind_key" ON "gas_charge"("attempt_id", "kind");

-- CreateIndex
CREATE INDEX "gas_delta_partner_id_day_idx" ON "gas_delta"("partner_id", "day");

-- AddForeignKey
ALTER TABLE "gas_charge" ADD CONSTRAINT "gas_charge_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on written by hand.
ALTER TABLE partner
  ADD CONSTRAINT partner_gas_budgets CHECK (gas_budget >= -1 AND app_gas_budget >= -1 AND buyer_gas_budget >= -1);
ALTER TABLE relay_transaction ADD CONSTRAINT relay_transaction_gas_cap_positive CHECK (gas_cap > 0);
ALTER TABLE gas_charge
  ADD CONSTRAINT gas_charge_not_negative CHECK (wei >= 0 AND gas > 0),
  ADD CONSTRAINT gas_charge_states CHECK (CASE state
    WHEN 'reserved' THEN attempt_id IS NOT NULL AND gas IS NOT NULL AND relay_transaction_id IS NULL
    WHEN 'spent' THEN relay_transaction_id IS NOT NULL
    WHEN 'released' THEN wei = 0 AND relay_transaction_id IS NULL
  END);

CREATE FUNCTION add_gas_delta() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change numeric := NEW.wei - CASE TG_OP WHEN 'UPDATE' THEN OLD.wei ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    INSERT INTO gas_delta (partner_id, app_id, day, chain_id, wei)
      VALUES (NEW.partner_id, NEW.app_id, NEW.day, NEW.chain_id, change);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER gas_charge_counted AFTER INSERT OR UPDATE OF wei ON gas_charge
  FOR EACH ROW EXECUTE FUNCTION add_gas_delta();

-- Counted by the database itself, in the statement that records the receipt: no code path can forget it or do it twice. The cost
-- comes from a node, so it is limited to a million million coins, which no sum of a day can overflow.
CREATE FUNCTION spend_gas() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cost numeric := least(NEW.gas_cost, 1e30);
BEGIN
  UPDATE gas_charge SET state = 'spent', wei = cost, relay_transaction_id = NEW.id
    WHERE attempt_id = NEW.attempt_id AND kind = NEW.kind AND relay_transaction_id IS NULL;
  IF FOUND THEN RETURN NULL; END IF;
  IF NEW.kind = 'payout' THEN
    INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, relay_transaction_id, state, wei)
      SELECT partner_id, '', '', utc_day(NEW.updated_at), NEW.chain_id, NEW.kind, NEW.id, 'spent', cost
      FROM payout WHERE payment_id = NEW.payment_id
      ON CONFLICT DO NOTHING;
  ELSE
    -- Confirmed before there were reservations.
    INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, relay_transaction_id, state, wei)
      SELECT p.partner_id, coalesce(a.app_id, ''), o.buyer, utc_day(a.created_at), NEW.chain_id, NEW.kind, a.id, NEW.id,
        'spent', cost
      FROM payment_attempt a JOIN payment_option o ON o.id = a.option_id JOIN payment p ON p.id = a.payment_id
      WHERE a.id = NEW.attempt_id
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER relay_transaction_gas_spent AFTER UPDATE ON relay_transaction FOR EACH ROW
  WHEN (NEW.gas_cost IS NOT NULL AND OLD.gas_cost IS NULL AND NEW.kind <> 'noop') EXECUTE FUNCTION spend_gas();

-- An attempt that has ended sends nothing more. A deployment that is still on its way is counted when its receipt is final.
CREATE FUNCTION release_gas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gas_charge SET state = 'released', wei = 0 WHERE attempt_id = NEW.id AND state = 'reserved';
  RETURN NULL;
END $$;
CREATE TRIGGER payment_attempt_gas_released AFTER UPDATE OF state ON payment_attempt FOR EACH ROW
  WHEN (NEW.state IN ('final', 'rejected') AND OLD.state <> NEW.state) EXECUTE FUNCTION release_gas();

-- Gas of a partner's day in millionths of a dollar, rounded up: of the partner, of one of its apps, and of one buyer. `prices`
-- holds millionths of a dollar for a coin of each chain; a chain without a price counts at the highest. `pending` is how many
-- deltas await folding. One statement, so that a delta that is being folded counts once.
CREATE FUNCTION gas_used(of_partner text, of_app text, of_buyer text, on_day date, chain_ids int[], prices numeric[],
  OUT partner_micros numeric, OUT app_micros numeric, OUT buyer_micros numeric, OUT pending bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  highest numeric := (SELECT max(price) FROM unnest(prices) AS price);
BEGIN
  WITH part AS (
      SELECT chain_id, wei, app_id = '' AS is_total, app_id <> '' AS is_app, false AS is_buyer, false AS is_pending
      FROM gas_day WHERE partner_id = of_partner AND day = on_day AND app_id IN ('', of_app)
      UNION ALL
      SELECT chain_id, wei, true, app_id = of_app AND of_app <> '', false, true
      FROM gas_delta WHERE partner_id = of_partner AND day = on_day
      UNION ALL
      SELECT chain_id, wei, false, false, true, false
      FROM gas_charge WHERE partner_id = of_partner AND buyer = of_buyer AND day = on_day),
    by_chain AS (
      SELECT coalesce(prices[array_position(chain_ids, chain_id)], highest) / 1e18 AS price,
        coalesce(sum(wei) FILTER (WHERE is_total), 0) AS total, coalesce(sum(wei) FILTER (WHERE is_app), 0) AS app,
        coalesce(sum(wei) FILTER (WHERE is_buyer), 0) AS buyer, count(*) FILTER (WHERE is_pending) AS deltas
      FROM part GROUP BY chain_id)
  SELECT ceil(coalesce(sum(total * price), 0)), ceil(coalesce(sum(app * price), 0)), ceil(coalesce(sum(buyer * price), 0)),
    coalesce(sum(deltas), 0)
  INTO partner_micros, app_micros, buyer_micros, pending FROM by_chain;
END $$;

-- Adds pending deltas of a partner's day to its sums, unless another transaction is doing that.
CREATE FUNCTION fold_gas(of_partner text, on_day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('gas-fold:' || of_partner, 0)) THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM gas_delta WHERE id IN (
      SELECT id FROM gas_delta WHERE partner_id = of_partner AND day = on_day ORDER BY id LIMIT 5000)
    RETURNING app_id, chain_id, wei)
  INSERT INTO gas_day AS d (partner_id, day, app_id, chain_id, wei)
    SELECT of_partner, on_day, '', chain_id, sum(wei) FROM gone GROUP BY chain_id
    UNION ALL
    SELECT of_partner, on_day, app_id, chain_id, sum(wei) FROM gone WHERE app_id <> '' GROUP BY app_id, chain_id
    ON CONFLICT (partner_id, day, app_id, chain_id) DO UPDATE SET wei = d.wei + excluded.wei;
END $$;

-- Locks a budget until the transaction ends: shared while much is left, so that confirms don't wait for each other, and
-- exclusive near the limit, where each has to see what the one before it has reserved.
CREATE FUNCTION lock_gas_budget(budget text, is_near boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_near THEN PERFORM pg_advisory_xact_lock(hashtextextended(budget, 0));
  ELSE PERFORM pg_advisory_xact_lock_shared(hashtextextended(budget, 0));
  END IF;
END $$;

-- Reserves gas for an attempt, if the budgets of partner, app and buyer have it left; otherwise names in `refused` the one that
-- doesn't, and reserves nothing. `defaults` are the budgets in cents of a partner without its own: partner, app, buyer; -1 for
-- none. A budget in the result is null for none. Locks are always taken in the order partner, app, buyer.
CREATE FUNCTION reserve_gas(of_partner text, of_app text, of_buyer text, on_day date, of_attempt text, on_chain int,
  kinds relay_kind[], gases bigint[], weis numeric[], chain_ids int[], prices numeric[], defaults bigint[],
  OUT refused text, OUT partner_micros numeric, OUT app_micros numeric, OUT buyer_micros numeric,
  OUT partner_budget numeric, OUT app_budget numeric, OUT buyer_budget numeric)
LANGUAGE plpgsql AS $$
DECLARE
  cost numeric;
  used record;
  folded record;
BEGIN
  SELECT 10000 * nullif(coalesce(gas_budget, defaults[1]), -1), 10000 * nullif(coalesce(app_gas_budget, defaults[2]), -1),
      10000 * nullif(coalesce(buyer_gas_budget, defaults[3]), -1)
    INTO partner_budget, app_budget, buyer_budget FROM partner WHERE id = of_partner;
  IF of_app = '' THEN app_budget := NULL; END IF;
  SELECT ceil(sum(wei) * coalesce(prices[array_position(chain_ids, on_chain)], 0) / 1e18) INTO cost FROM unnest(weis) AS wei;
  -- The folded sums are nearly current, which is enough to choose a lock by. Two hundred confirms at once can't exceed what is left
  -- without an exclusive one.
  SELECT coalesce(sum(wei * price) FILTER (WHERE app_id = ''), 0) AS partner_micros,
      coalesce(sum(wei * price) FILTER (WHERE app_id <> ''), 0) AS app_micros
    INTO folded FROM gas_day CROSS JOIN LATERAL (SELECT prices[array_position(chain_ids, chain_id)] / 1e18 AS price) p
    WHERE partner_id = of_partner AND day = on_day AND app_id IN ('', of_app);
  IF partner_budget IS NOT NULL THEN
    PERFORM lock_gas_budget('gas:' || of_partner,
      partner_budget - folded.partner_micros < greatest(partner_budget / 20, 200 * cost));
  END IF;
  IF app_budget IS NOT NULL THEN
    PERFORM lock_gas_budget('gas:' || of_partner || ':' || of_app,
      app_budget - folded.app_micros < greatest(app_budget / 20, 200 * cost));
  END IF;
  IF buyer_budget IS NOT NULL THEN PERFORM lock_gas_budget('gas:' || of_partner || ':' || of_buyer, true); END IF;
  -- After the locks, to see what was committed while this one waited.
  used := gas_used(of_partner, of_app, of_buyer, on_day, chain_ids, prices);
  partner_micros := used.partner_micros + cost;
  app_micros := used.app_micros + cost;
  buyer_micros := used.buyer_micros + cost;
  refused := CASE WHEN partner_micros > partner_budget THEN 'partner' WHEN app_micros > app_budget THEN 'app'
    WHEN buyer_micros > buyer_budget THEN 'buyer' ELSE '' END;
  IF refused <> '' THEN RETURN; END IF;
  INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, state, wei, gas)
    SELECT of_partner, of_app, of_buyer, on_day, on_chain, kind, of_attempt, 'reserved', wei, gas
    FROM unnest(kinds, gases, weis) AS r (kind, gas, wei);
  IF used.pending > 100 THEN PERFORM fold_gas(of_partner, on_day); END IF;
END $$;
