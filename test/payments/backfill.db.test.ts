import fc from "fast-check";
import { expect, test } from "vitest";
import { type MerchantId, newId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { database as pool } from "#lib/db/pool.ts";
import { listCustomers } from "#lib/domain/payments/customers/list-customers.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { dayMs } from "#lib/domain/payments/statistics/period/period.ts";
import { countPeriodCustomers, sumPeriod } from "#lib/domain/payments/statistics/period/repository.ts";
import { sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createEmptyDatabase } from "#test/db/database.ts";
import { deployBefore } from "#test/db/deploy-before.ts";
import { setEnv } from "#test/env/set-env.ts";
import { plainRows, plainValues } from "#test/payments/asked-filter.ts";
import { countCustomers } from "#test/payments/plain-customers.ts";
import type { Shops } from "#test/payments/shops.ts";
import { anyPayment, assets, minute, start, writePayment } from "#test/payments/written-payment.ts";

/** The first two recount everything, the last one adds fees and moves refunds to their own days. */
const backfills = [
  "20261121000010_customers_by_status",
  "20261121130000_statistics_by_day",
  "20261125060000_net_revenue",
] as const;

const now = new Date();
const shops: Shops = {
  partnerId: newId("prt", now),
  merchantIds: [0, 1, 2].map((): MerchantId => newId("mrch", now)),
};

test("an installation with payments gets their statistics, and continues from there", async () => {
  const database = await createEmptyDatabase();
  setEnv({ DATABASE_URL: database.url, PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  await deployBefore(database.url, backfills[0]);
  await withConnection(database.url, async (client) => {
    await client.query("INSERT INTO partner (id, name) VALUES ($1, 'P')", [shops.partnerId]);
    await client.query(
      `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
      SELECT id, $2, 'M', 'm@m.example', now(), now() FROM unnest($1::text[]) AS id`,
      [shops.merchantIds, shops.partnerId],
    );
  });
  const payments = fc.sample(anyPayment, { numRuns: 240, seed: 1 });
  const writeSome = async (count: number, areRefunded: boolean) => {
    for (const payment of payments.splice(0, count)) {
      const refunds = areRefunded ? payment.refunds : [];
      const merchantId = shops.merchantIds[payment.merchant] as string;
      await writePayment(shops, merchantId, { ...payment, refunds }, 7 * 60 * minute);
    }
  };
  await writeSome(60, false);
  await deployBefore(database.url, backfills[1]);
  await writeSome(40, false);
  await deployBefore(database.url, backfills[2]);
  await writeSome(60, true);
  await withConnection(database.url, (client) => client.query(refundRows));
  await foldedBefore(database.url);
  await writeSome(40, true);
  await deployMigrations(database.url);
  await expectExact();
  await writeSome(40, true);
  await expectExact();
  await foldStatistics();
  for (const merchantId of [null, ...shops.merchantIds]) {
    const page = { merchantId, after: null, limit: 100 };
    const customers = await listCustomers({ partnerId: shops.partnerId, merchantId: null }, page);
    expect(customers).toEqual(await countCustomers(shops.partnerId, merchantId));
  }
  await closeDatabase();
  await database.drop();
});

/** Payments of which two parts were refunded, as they were made before the last backfill. */
const refundRows = `INSERT INTO refund (id, payment_id, partner_id, merchant_id, mode, state, asset, amount, recipient, created_at,
    updated_at)
  SELECT 'rfd_' || n || p.id, p.id, partner_id, merchant_id, 'mark', 'marked', token_asset, n, buyer_account, updated_at, updated_at
  FROM payment p CROSS JOIN (VALUES (30), (47)) parts (n) WHERE refunded_amount = 77`;

/** Adds what the fold of that time would have: all deltas, with refunds on the day of the payment, and without fees. */
async function foldedBefore(url: string): Promise<void> {
  await withConnection(url, (client) => client.query("SELECT count_payment_statistics($1)", [shops.partnerId]));
}

async function expectExact(): Promise<void> {
  for (const merchantIds of [[], shops.merchantIds.slice(0, 1), shops.merchantIds.slice(1)]) {
    for (const statuses of [[], ["succeeded"], ["failed", "processing"]] as const) {
      for (const ofAssets of [null, assets.slice(0, 1), assets.slice(1)]) {
        const { partnerId } = shops;
        const filter: PaymentFilter = {
          partnerId,
          merchantIds,
          statuses,
          assets: ofAssets,
          from: null,
          until: null,
          reference: null,
        };
        const { payments, customers } = await sumRollup(pool, filter, now);
        const plain = {
          name: "plain",
          text: `SELECT count(*)::int AS payments, count(DISTINCT buyer_account)::int AS customers ${plainRows}`,
        };
        const [counted] = await pool.rows(plain, plainValues(filter, now));
        expect({ payments, customers }, JSON.stringify(filter)).toEqual(counted);
      }
    }
  }
  await expectDaysExact();
}

async function expectDaysExact(): Promise<void> {
  const { partnerId } = shops;
  for (const [first, days] of [0, 2, 5].flatMap((day) => [1, 3, 9].map((length) => [day, length] as const))) {
    const from = new Date(start + first * dayMs);
    const period = { from, until: new Date(from.getTime() + days * dayMs) };
    const { bySteps } = await sumPeriod(pool, partnerId, period, "day", now);
    const told = {
      customers: await countPeriodCustomers(pool, partnerId, period),
      revenue: String(bySteps.reduce((sum, { revenue }) => sum + revenue, 0n)),
      fees: String(bySteps.reduce((sum, { fees }) => sum + fees, 0n)),
      refunded: String(bySteps.reduce((sum, { refunded }) => sum + refunded, 0n)),
    };
    const plain = {
      name: "plain-period",
      text: `SELECT count(DISTINCT buyer_account)::int AS customers,
        coalesce(sum(fiat_value) FILTER (WHERE status = 'succeeded'), 0)::text AS revenue,
        coalesce(sum(round(fiat_value * token_fee / token_amount)) FILTER (WHERE status = 'succeeded'), 0)::text AS fees,
        (SELECT coalesce(sum(floor(fiat_value * refunded_amount / token_amount)), 0)::text FROM payment
          WHERE partner_id = $1 AND updated_at >= $2 AND updated_at < $3) AS refunded
        FROM payment WHERE partner_id = $1 AND created_at >= $2 AND created_at < $3`,
    };
    expect([told], JSON.stringify(period)).toEqual(await pool.rows(plain, [partnerId, period.from, period.until]));
  }
}
