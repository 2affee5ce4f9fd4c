import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool, type Queryable, type Value } from "#lib/db/pool.ts";
import type { Statement } from "#lib/db/statement.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { type Customer, type CustomerPosition, listCustomers } from "#lib/domain/payments/customers/list-customers.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { foldDeltas, foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { dayMs } from "#lib/domain/payments/statistics/period/period.ts";
import { countPeriodCustomers, sumPeriod } from "#lib/domain/payments/statistics/period/repository.ts";
import { sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { type AskedFilter, anyFilter, plainRows, plainValues, toFilter } from "#test/payments/asked-filter.ts";
import { countCustomers } from "#test/payments/plain-customers.ts";
import { createShops, type Shops } from "#test/payments/shops.ts";
import { anyPayment, minute, start, type WrittenPayment, writePayment } from "#test/payments/written-payment.ts";

let database: ServiceDatabase;
let shops: Shops;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  shops = await createShops();
});
afterAll(() => database.stop());

/** Payments of nine days, a few each. */
const spread = 7 * 60 * minute;

async function writeOne(payment: WrittenPayment): Promise<void> {
  await writePayment(shops, shops.merchantIds[payment.merchant] as string, payment, spread);
}

/** The fee and what was refunded of a payment in its currency, restated. */
const inFiat = `CASE status WHEN 'succeeded' THEN round(fiat_value * token_fee / token_amount) ELSE 0 END AS fee,
  coalesce(floor(fiat_value * refunded_amount / token_amount), 0) AS back`;

const plainCount = `SELECT count(*)::int AS payments, count(DISTINCT buyer_account)::int AS customers,
    coalesce(sum(fiat_value) FILTER (WHERE status = 'succeeded' AND fiat_currency = 'USD'), 0)::text AS usd,
    coalesce(sum(fiat_value) FILTER (WHERE status = 'succeeded' AND fiat_currency = 'EUR'), 0)::text AS eur,
    coalesce(sum(fee) FILTER (WHERE fiat_currency = 'EUR'), 0)::text AS fees,
    coalesce(sum(back) FILTER (WHERE fiat_currency = 'EUR'), 0)::text AS refunded
  ${plainRows.replace("SELECT *,", `SELECT *, ${inFiat},`)}`;

/** Reads the product's statistics and a plain count in one snapshot. */
async function inSnapshot<T>(read: (on: Queryable) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL TIME ZONE 'Pacific/Auckland'");
    return await read({
      async rows<Row extends object>({ text }: Statement, values: readonly Value[]): Promise<Row[]> {
        return (await client.query<Row>(text, [...values])).rows;
      },
    });
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** The statistics of a filter and a plain count of it, as of one snapshot. */
function readBoth(filter: PaymentFilter) {
  return inSnapshot(async (on) => {
    const now = new Date();
    const { payments, customers, revenue, fees, refunded } = await sumRollup(on, filter, now);
    const [counted] = await on.rows(statement({ name: "plain", text: plainCount }), plainValues(filter, now));
    const inCurrency = (code: string, sums: typeof revenue) =>
      String(sums.find(({ currency }) => currency === code)?.value ?? 0n);
    const net = { fees: inCurrency("EUR", fees), refunded: inCurrency("EUR", refunded) };
    const told = { payments, customers, usd: inCurrency("USD", revenue), eur: inCurrency("EUR", revenue), ...net };
    return [told, counted];
  });
}

/** A period that starts with a day and ends with or within a day. */
const anyPeriod = fc.record({
  first: fc.nat({ max: 9 }),
  days: fc.integer({ min: 0, max: 9 }),
  hours: fc.constantFrom(0, 0, 1, 9, 17),
  step: fc.constantFrom("hour" as const, "day" as const, "month" as const),
});

const plainPeriod = `SELECT count(DISTINCT buyer_account)::int AS customers, (SELECT jsonb_object_agg(seen, n) FROM
      (SELECT seen, count(*) AS n FROM p GROUP BY 1) s) AS statuses,
    (SELECT jsonb_object_agg(at || fiat_currency, sums) FROM (SELECT fiat_currency,
      concat_ws(' ', sum(revenue), sum(fee), sum(back)) AS sums,
      to_char(date_trunc($5, made_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD HH24 ') AS at
      FROM moved GROUP BY 1, 3) s) AS steps,
    (SELECT jsonb_object_agg(at || status, n) FROM (SELECT status::text, count(*) AS n,
      to_char(date_trunc($5, created_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD HH24 ') AS at
      FROM p GROUP BY 1, 3) s) AS counts,
    (SELECT jsonb_object_agg(token_asset || fiat_currency, n) FROM (SELECT token_asset, fiat_currency, sum(n) AS n
      FROM moved GROUP BY 1, 2) s) AS tokens FROM p`;
// A payment counts when it was created, and what was refunded of it when it was refunded: its last change.
const plainRowsOfPeriod = `WITH p AS (SELECT *, CASE WHEN status = 'requires_action' AND expires_at <= $4 THEN 'expired'
    ELSE status END AS seen FROM payment WHERE partner_id = $1 AND created_at >= $2 AND created_at < $3),
  moved AS (SELECT token_asset, fiat_currency, created_at AS made_at, 1 AS n, fiat_value AS revenue, fee, 0 AS back
    FROM (SELECT *, ${inFiat} FROM p WHERE status = 'succeeded') s
    UNION ALL SELECT token_asset, fiat_currency, updated_at, 0, 0, 0, back FROM (SELECT *, ${inFiat} FROM payment
      WHERE partner_id = $1 AND updated_at >= $2 AND updated_at < $3 AND refunded_amount > 0) r)`;

/** The statistics of a period and a plain count of it, in one snapshot. */
function readPeriod({ first, days, hours, step }: typeof anyPeriod extends fc.Arbitrary<infer T> ? T : never) {
  const from = new Date(start + first * dayMs);
  const period = { from, until: new Date(from.getTime() + days * dayMs + hours * 60 * minute) };
  return inSnapshot(async (on) => {
    const now = new Date();
    const { byStatus, bySteps, byToken, countsBySteps } = await sumPeriod(on, shops.partnerId, period, step, now);
    const [counted] = await on.rows(statement({ name: "plain", text: `${plainRowsOfPeriod} ${plainPeriod}` }), [
      ...[shops.partnerId, period.from, period.until, now, step],
    ]);
    const keyed = (entries: [string, unknown][]) => (entries.length === 0 ? null : Object.fromEntries(entries));
    const hourOf = (at: Date) => at.toISOString().slice(0, 13).replace("T", " ");
    const told = {
      customers: await countPeriodCustomers(on, shops.partnerId, period),
      statuses: keyed(Object.entries(byStatus).filter(([, count]) => count > 0)),
      steps: keyed(
        bySteps.map(({ at, fiatCurrency, revenue, fees, refunded }) => {
          return [`${hourOf(at)} ${fiatCurrency}`, [revenue, fees, refunded].join(" ")];
        }),
      ),
      counts: keyed(
        countsBySteps
          .flatMap(({ at, byStatus: counts }) =>
            Object.entries(counts).map(([status, count]): [string, number] => [`${hourOf(at)} ${status}`, count]),
          )
          .filter(([, count]) => count > 0),
      ),
      tokens: keyed(byToken.map(({ tokenAsset, fiatCurrency, payments }) => [tokenAsset + fiatCurrency, payments])),
    };
    return [told, counted];
  });
}

test.for([
  ["the job folds and another connection recounts", true],
  ["the job folds", false],
] as const)("statistics of any filter are exact in every snapshot while many write, %s", async ([, isCounting]) => {
  const seed = randomInt(2 ** 31);
  const specs = fc.sample(anyPayment, { numRuns: 400, seed });
  let isWriting = true;
  const writing = Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let payment = specs.pop(); payment !== undefined; payment = specs.pop()) {
        await writeOne(payment);
      }
    }),
  ).finally(() => {
    isWriting = false;
  });
  const meanwhile = async (work: () => Promise<unknown>) => {
    while (isWriting) await work();
  };
  // A few at a time, so that reads combine rollups and deltas.
  const folding = meanwhile(() => inTransaction((tx) => foldDeltas(tx, 25)));
  const counting = isCounting
    ? meanwhile(() => pool().query("SELECT count_payment_statistics($1)", [shops.partnerId]))
    : null;
  const filters = fc.sample(anyFilter, { numRuns: 20_000, seed });
  const wrong: unknown[] = [];
  let reads = 0;
  const read = async () => {
    const filter = { ...toFilter(filters[reads] as AskedFilter, shops), from: null, until: null, reference: null };
    reads += 1;
    const [statistics, counted] = await readBoth(filter);
    if (!isDeepStrictEqual(statistics, counted)) wrong.push({ filter, statistics, counted });
  };
  const periods = fc.sample(anyPeriod, { numRuns: 20_000, seed });
  const readByDay = async () => {
    const period = periods[reads] as (typeof periods)[number];
    reads += 1;
    const [told, counted] = await readPeriod(period);
    if (!isDeepStrictEqual(told, counted)) wrong.push({ period, told, counted });
  };
  await Promise.all([writing, folding, counting, meanwhile(read), meanwhile(readByDay)]);
  expect(wrong, `seed ${seed}, ${reads} reads`).toEqual([]);
  expect(reads).toBeGreaterThan(0);
});

test.for([null, 0, 1])(
  "customers are listed by their last day, page by page, with what they paid (merchant %j)",
  async (shop) => {
    await foldStatistics();
    const merchantId = shop === null ? null : (shops.merchantIds[shop] as string);
    const listed: Customer[] = [];
    let after: CustomerPosition | null = null;
    do {
      const page: Customer[] = await listCustomers(
        { partnerId: shops.partnerId, merchantId: null },
        { merchantId, after, limit: 2 },
      );
      listed.push(...page);
      const last = page.at(-1);
      after = last === undefined ? null : { lastDay: last.lastDay, account: last.account };
    } while (after !== null);
    expect(listed.length).toBeGreaterThan(2);
    expect(listed).toEqual(await countCustomers(shops.partnerId, merchantId));
  },
);

/** Returns all stored statistics, without zeros. */
async function readKept(): Promise<unknown> {
  const tables = {
    payment_rollup: "payments <> 0 OR revenue <> 0 OR fees <> 0 OR refunded <> 0",
    payment_customer: "true",
    payment_customer_rollup: "customers <> 0",
    payment_customer_mix: "customers <> 0",
    payment_day_rollup: "payments <> 0 OR revenue <> 0 OR fees <> 0 OR refunded <> 0",
    payment_customer_day: "true",
    customer_total: "true",
  };
  const rows = Object.entries(tables).map(async ([table, isSomething]) => {
    return [table, await database.query(`SELECT * FROM ${table} t WHERE ${isSomething} ORDER BY t::text`)];
  });
  return Object.fromEntries(await Promise.all(rows));
}

test("a recount equals the statistics that were kept up to date, also after a fold of 0.1.0, which drops fees", async () => {
  await foldStatistics();
  const kept = await readKept();
  for (const table of ["payment_rollup", "payment_day_rollup"]) {
    expect(await database.query(`UPDATE ${table} SET fees = 0 WHERE fees > 0 RETURNING 1`)).not.toEqual([]);
  }
  await database.query("SELECT count_payment_statistics($1)", [shops.partnerId]);
  expect(await readKept()).toEqual(kept);
});
