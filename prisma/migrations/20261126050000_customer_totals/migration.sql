-- The succeeded payments of each buyer, for the page of customers. A trigger adds the deltas that a fold deletes, so workers from before
-- this migration keep the totals too.
SET LOCAL lock_timeout = '5s';

-- CreateTable
CREATE TABLE "customer_total" (
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "buyer_account" TEXT NOT NULL,
    "payments" BIGINT NOT NULL,
    "volume" JSONB NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,

    CONSTRAINT "customer_total_pkey" PRIMARY KEY ("partner_id","merchant_id","buyer_account")
);

-- CreateIndex
CREATE INDEX "customer_total_newest" ON "customer_total"("partner_id", "merchant_id", "last_day", "buyer_account");

-- From here on written by hand.

-- A succeeded payment stays one, and a refund's delta has no buyer, so the totals only grow.
CREATE FUNCTION add_customer_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_total AS c (partner_id, merchant_id, buyer_account, payments, volume, first_day, last_day)
    SELECT partner_id, merchant_id, buyer_account, sum(payments), jsonb_object_agg(fiat_currency, revenue::text),
      min(first_day), max(last_day)
    FROM (SELECT d.partner_id, s.merchant_id, d.buyer_account, d.fiat_currency, sum(d.payments) AS payments,
        sum(d.revenue) AS revenue, min(d.day) AS first_day, max(d.day) AS last_day
      FROM folded d CROSS JOIN LATERAL (VALUES (''), (d.merchant_id)) AS s (merchant_id)
      WHERE d.status = 'succeeded' AND d.buyer_account IS NOT NULL GROUP BY 1, 2, 3, 4) sums
    GROUP BY 1, 2, 3
    ON CONFLICT (partner_id, merchant_id, buyer_account) DO UPDATE SET payments = c.payments + excluded.payments,
      volume = (SELECT jsonb_object_agg(currency, total::text) FROM (
        SELECT v.key AS currency, sum(v.value::numeric) AS total
        FROM (SELECT * FROM jsonb_each_text(c.volume) UNION ALL SELECT * FROM jsonb_each_text(excluded.volume)) v
        GROUP BY 1) t),
      first_day = least(c.first_day, excluded.first_day),
      last_day = greatest(c.last_day, excluded.last_day);
  RETURN NULL;
END $$;
CREATE TRIGGER customer_totals_folded AFTER DELETE ON payment_stat_delta REFERENCING OLD TABLE AS folded
  FOR EACH STATEMENT EXECUTE FUNCTION add_customer_totals();

-- Sets the totals of a partner, or of all (null), to what its payments say, less the deltas that the trigger will add. The caller holds
-- the lock of the fold. Payments may be written meanwhile: payments and deltas are read in one snapshot.
CREATE FUNCTION count_customer_totals(partner text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM customer_total WHERE partner IS NULL OR partner_id = partner;
  INSERT INTO customer_total (partner_id, merchant_id, buyer_account, payments, volume, first_day, last_day)
    SELECT partner_id, merchant_id, buyer_account, sum(payments), jsonb_object_agg(fiat_currency, revenue::text),
      min(first_day), max(last_day)
    FROM (SELECT partner_id, coalesce(merchant_id, '') AS merchant_id, buyer_account, fiat_currency, sum(payments) AS payments,
        sum(revenue) AS revenue, min(day) AS first_day, max(day) AS last_day
      FROM (SELECT partner_id, merchant_id, buyer_account, fiat_currency, 1 AS payments, fiat_value AS revenue,
            utc_day(created_at) AS day FROM payment
          WHERE status = 'succeeded' AND buyer_account IS NOT NULL AND (partner IS NULL OR partner_id = partner)
        UNION ALL
        SELECT partner_id, merchant_id, buyer_account, fiat_currency, -payments, -revenue, day FROM payment_stat_delta
          WHERE status = 'succeeded' AND buyer_account IS NOT NULL AND (partner IS NULL OR partner_id = partner)) p
      GROUP BY GROUPING SETS ((partner_id, merchant_id, buyer_account, fiat_currency), (partner_id, buyer_account, fiat_currency))
      HAVING sum(payments) > 0) sums
    GROUP BY 1, 2, 3;
END $$;

ALTER FUNCTION count_payment_statistics(text) RENAME TO count_payment_rollups;
CREATE FUNCTION count_payment_statistics(partner text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7166014);
  SELECT count_customer_totals(partner);
  SELECT count_payment_rollups(partner);
$$;
