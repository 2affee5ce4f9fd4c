import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparePeriods, presets } from "#lib/dashboard/overview/period-input.ts";
import { listMerchantsWithoutDestination } from "#lib/domain/merchants/without-destination.ts";
import { getOnboardingProgress } from "#lib/domain/partners/get-onboarding-progress.ts";
import {
  everyPayment,
  matchAssets,
  type PaymentFilter,
  type PaymentSort,
} from "#lib/domain/payments/listing/filter.ts";
import { type PaymentSearch, parseSearch } from "#lib/domain/payments/listing/parse-search.ts";
import { searchNewest } from "#lib/domain/payments/search/repository.ts";
import { countPeriodCustomers, sumPeriod } from "#lib/domain/payments/statistics/period/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { type BigPartner, writeManyPayments } from "../../bench/many-payments.ts";
import { type RecordedStatement, recordList, recordStatements } from "../../bench/recorded-statements.ts";

let database: ServiceDatabase;
let client: pg.Client;
let many: BigPartner;

// Nearly all payments are of one partner, which is when reading the whole table is most tempting.
beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  await writeManyPayments(database.url, "Few", 500);
  many = await writeManyPayments(database.url, "Many", 30_000);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

const sequential = /Seq Scan on payment( |$)/m;

/** The plan for these values, and the generic plan that a prepared statement ends up with. */
async function explain({ text, values }: RecordedStatement): Promise<string> {
  const plans = [
    await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, [...values]),
    await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (GENERIC_PLAN) ${text}`),
  ];
  return plans.map(({ rows }) => rows.map((row) => row["QUERY PLAN"]).join("\n")).join("\n\n");
}

function combine(first: PaymentFilter, ...parts: readonly Partial<PaymentFilter>[][]): PaymentFilter[] {
  return parts.reduce<PaymentFilter[]>(
    (filters, part) => filters.flatMap((filter) => part.map((fields) => ({ ...filter, ...fields }))),
    [first],
  );
}

function allKinds({ partnerId, merchantIds, reference }: BigPartner): PaymentFilter[] {
  const all = everyPayment(partnerId);
  const merchants = [0, 1, 3, 60, 500].map((count) => ({ merchantIds: merchantIds.slice(0, count) }));
  const statuses: Partial<PaymentFilter>[] = [
    ...[{}, { statuses: ["requires_action"] }, { statuses: ["succeeded"] }, { statuses: ["failed", "expired"] }],
  ] as const;
  const assets = [
    ...[
      null,
      matchAssets("live", ["USDG"], []),
      matchAssets("live", [], [1, 56]),
      matchAssets("live", ["USDC", "USDT"], []),
      [],
    ].map((matched) => ({ assets: matched })),
  ];
  const day = 24 * 3_600_000;
  const before = (days: number) => new Date(Date.now() - days * day);
  const times = [{}, { from: before(31), until: before(30) }, { from: before(900) }, { until: before(10) }];
  const references = [{}, { reference }, { reference: "bee" }, { reference: "ORDER" }];
  const searches = ["order", `0x${"ab".repeat(32)}`, `0x${"ab".repeat(20)}`, "pay_01ARZ3NDEKTSV4RRFFQ69G5FAV"].map(
    (text) => {
      return { search: parseSearch(text) as PaymentSearch };
    },
  );
  return [
    ...combine(all, merchants, statuses, assets),
    ...combine(all, merchants.slice(0, 2), statuses.slice(0, 3), times, references),
    ...combine(all, merchants.slice(0, 2), statuses.slice(0, 2), searches),
  ];
}

const sorts: PaymentSort[] = [
  { by: "date", direction: "desc" },
  { by: "amount", direction: "asc" },
];

test("no list and no statistics read all payments, for any filter", async () => {
  const read: string[] = [];
  for (const filter of allKinds(many)) {
    for (const sort of sorts) {
      for (const statement of await recordList(filter, sort)) {
        if (sequential.test(await explain(statement))) read.push(JSON.stringify({ ...filter, sort, statement }));
      }
    }
  }
  expect(read).toEqual([]);
});

test("no period and no search of the dashboard read all payments", async () => {
  const now = new Date();
  const scope = { partnerId: many.partnerId, merchantId: null };
  const statements: RecordedStatement[] = [];
  for (const preset of [...presets, "days"] as const) {
    const asked = preset === "days" ? { from: "2025-01-01", to: "2025-12-31" } : { period: preset };
    const { step, ...periods } = comparePeriods(asked, now);
    for (const period of [periods.now, periods.before]) {
      statements.push(
        ...(await recordStatements((on) => sumPeriod(on, many.partnerId, period, step, now))),
        ...(await recordStatements((on) => countPeriodCustomers(on, many.partnerId, period))),
      );
    }
  }
  statements.push(
    ...(await recordStatements((on) => searchNewest(on, scope, "ORDER", 5))),
    ...(await recordStatements((on) => getOnboardingProgress(scope, on).catch(() => undefined))),
    ...(await recordStatements((on) => listMerchantsWithoutDestination(scope, 6, on))),
  );
  const read: RecordedStatement[] = [];
  for (const statement of statements) if (sequential.test(await explain(statement))) read.push(statement);
  expect(read).toEqual([]);
});

test("the searched text is in a plan without an index", async () => {
  const statement = { text: "SELECT count(*) FROM payment p WHERE p.fee_ppm = $1", values: [3] };
  expect(await explain(statement)).toMatch(sequential);
});
