import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { listMerchants, selectMerchantPage } from "#lib/domain/merchants/list-merchants.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { recordStatements } from "../../../bench/recorded-statements.ts";

const partnerId = newId("prt", new Date(1));
const scope = { partnerId, merchantId: null };
const firstPage = { after: null, limit: 50 };

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
  await database.query("INSERT INTO partner (id, name) VALUES ($1, 'Large')", [partnerId]);
  await database.query(
    `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
     SELECT 'mrch_' || upper(substr(md5(n::text), 1, 26)), $1, 'Branch ' || n || ' ' || substr(md5(n::text), 27), 'a@b.example', now(), now()
     FROM generate_series(1, 10000) n`,
    [partnerId],
  );
  await database.query("ANALYZE merchant");
});
afterAll(() => database.stop());

test.for(["zz", "é.", "9999", "Branch 77", "mrch_C4CA4238A0B923820DCC509A6F"])(
  "the merchants whose name or id contains %s are found by an index, with and without a plan of their own",
  async (search) => {
    const statements = await recordStatements((on) => selectMerchantPage(on, scope, { search }, firstPage));
    expect(statements).toHaveLength(2);
    for (const { text, values } of statements) {
      const plans = [
        await database.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values),
        await database.query<{ "QUERY PLAN": string }>(`EXPLAIN (GENERIC_PLAN) ${text}`),
      ];
      for (const plan of plans) {
        expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Bitmap Index Scan on merchant_by_part");
      }
    }
  },
);

test.for([
  ["branch 99", 111],
  ["H", 10_000],
  ["c4ca4238", 1],
  ["zz", 0],
] as const)("a search for %s counts %i", async ([search, count]) => {
  const page = await listMerchants(scope, { search }, firstPage);
  expect([page.totalCount, page.merchants.length]).toEqual([count, Math.min(count, 50)]);
});
