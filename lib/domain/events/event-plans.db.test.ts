import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import type { Value } from "#lib/db/pool.ts";
import type { Statement } from "#lib/db/statement.ts";
import { type EventFilter, listStoredEvents } from "#lib/domain/events/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

const partnerId = newId("prt", new Date(1));

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
  // Small partners and merchants, and one of each that has half of the events.
  await database.query(
    `INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, created_at)
     SELECT 'evt_' || lpad(n::text, 26, '0'), CASE n % 2 WHEN 0 THEN $1 ELSE 'prt_' || n % 500 END,
       CASE n % 2 WHEN 0 THEN 'mrch_big' ELSE 'mrch_' || n % 2000 END,
       (ARRAY['payment.created', 'payment.processing', 'payment.succeeded', 'payout.sent'])[1 + n / 2 % 4],
       'pay_' || n / 8, n / 2 % 4, now()
     FROM generate_series(1, 40000) n ON CONFLICT DO NOTHING`,
    [partnerId],
  );
  await database.query("ANALYZE event");
});
afterAll(() => database.stop());

const lists: readonly [string, Partial<EventFilter>, string][] = [
  ["the whole list", {}, "event_pkey"],
  ["a time", { from: new Date(1), until: new Date(2_000) }, "event_pkey"],
  ["types", { types: ["payout.failed", "payment.created"] }, "event_partner_id_type_id_idx"],
  ["a merchant", { merchantIds: ["mrch_big"] }, "event_merchant_id_type_id_idx"],
  [
    "merchants and a type",
    { merchantIds: ["mrch_big", "mrch_1"], types: ["payout.sent"] },
    "event_merchant_id_type_id_idx",
  ],
  ["a payment", { paymentId: "pay_7", types: ["payout.sent"] }, "event_of_payment"],
];

test.for(lists)(
  "the events of %s are read by an index, in order, however many there are",
  async ([, filter, index]) => {
    const all: EventFilter = { partnerId, merchantIds: null, types: [], paymentId: null, from: null, until: null };
    const sent: { statement: Statement; values: readonly Value[] }[] = [];
    const recorder = {
      async rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
        sent.push({ statement, values });
        return [];
      },
    };
    await listStoredEvents(recorder, { ...all, ...filter }, null, 51);
    const plans = await Promise.all(
      sent.map(({ statement, values }) =>
        database.query<{ "QUERY PLAN": string }>(`EXPLAIN ${statement.text}`, values),
      ),
    );
    const text = plans.flatMap((plan) => plan.map((row) => row["QUERY PLAN"])).join("\n");
    expect(text).toMatch(new RegExp(`Index Scan.* using ${index} on event`));
    expect(text).not.toMatch(/Seq Scan on event|Bitmap/);
  },
);
