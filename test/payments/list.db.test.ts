import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetOf, tokens } from "#lib/chain/tokens.ts";
import { type MerchantId, newId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import type { Position } from "#lib/db/keyset.ts";
import { pool } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listPayments } from "#lib/domain/payments/listing/list-payments.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let database: TestDatabase;
let partner: TestPartner;
let other: TestPartner;
const merchantIds: MerchantId[] = [];
const assets = tokens.slice(0, 4).map(assetOf);
/** The account of a buyer on the chain of what it pays with. */
const accountOf = ({ asset, buyer }: Spec) => `${assets[asset]?.split("/")[0]}:0x${String(buyer).padStart(40, "0")}`;
const start = Date.parse("2026-01-01T00:00:00Z");
const minute = 60_000;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  partner = await createPartner();
  other = await createPartner();
  merchantIds.push(partner.merchantId);
  for (let index = 0; index < 2; index += 1) {
    const id = newId("mrch", new Date());
    await pool().query(
      "INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at) VALUES ($1, $2, 'M', 'm@m.example', now(), now())",
      [id, partner.partnerId],
    );
    merchantIds.push(id);
  }
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

type Spec = {
  merchant: number;
  minute: number;
  cents: number;
  reference: string;
  ending: "open" | "overdue" | "processing" | "succeeded" | "failed" | "expired" | "cancelled";
  asset: number;
  buyer: number;
  euro: boolean;
};

const spec: fc.Arbitrary<Spec> = fc.record({
  merchant: fc.nat({ max: 2 }),
  minute: fc.nat({ max: 30 }),
  cents: fc.integer({ min: 100, max: 105 }),
  reference: fc.constantFrom("alpha-1", "alpha-22", "beta 1", "gamma/alpha", "ALPHA-1"),
  ending: fc.constantFrom("open", "overdue", "processing", "succeeded", "failed", "expired", "cancelled"),
  asset: fc.nat({ max: 3 }),
  buyer: fc.nat({ max: 4 }),
  euro: fc.boolean(),
});

/** Writes a payment in requires_action and moves it on by updates, as the product does. */
async function write(owner: TestPartner, merchantId: string, payment: Spec): Promise<string> {
  const createdAt = new Date(start + payment.minute * minute);
  const id = newId("pay", createdAt);
  const currency = payment.euro ? "EUR" : "USD";
  const expiresAt = payment.ending === "open" ? "2100-01-01" : new Date(createdAt.getTime() + minute);
  await pool().query(
    `INSERT INTO payment (id, partner_id, merchant_id, reference_id, unit, value, fee_currency, fee_fixed, fee_ppm, fee_total,
      fiat_currency, fiat_value, amount_rank, created_at, updated_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'USD', 1, 0, 1, $7, $6, $8, $9, $9, $10)`,
    [
      ...[id, owner.partnerId, merchantId, payment.reference, `iso4217/${currency}`, payment.cents, currency],
      ...[payment.cents * 10_000, createdAt, expiresAt],
    ],
  );
  const { ending } = payment;
  if (ending === "open" || ending === "overdue") return id;
  const set = (columns: string, values: unknown[]) =>
    pool().query(`UPDATE payment SET version = version + 1, ${columns} WHERE id = $1`, [id, ...values]);
  if (ending === "expired") await set("status = 'expired'", []);
  else if (ending === "cancelled") {
    await set("status = 'cancelled', cancelled_at = now(), cancelled_reason = 'cancelled_by_user'", []);
  } else {
    await set("status = 'processing', buyer_account = $2, token_asset = $3, token_amount = 100, token_fee = 1", [
      accountOf(payment),
      assets[payment.asset],
    ]);
    if (ending === "failed") await set("status = 'failed'", []);
    if (ending === "succeeded")
      await set("status = 'succeeded', succeeded_at = now(), tx_hash = $2, tx_nonce = 1", [id]);
  }
  return id;
}

const filterSpec = fc.record({
  merchants: fc.subarray([0, 1, 2], { maxLength: 3 }),
  statuses: fc.subarray(["requires_action", "processing", "succeeded", "failed", "expired"] as const, { maxLength: 3 }),
  assets: fc.option(fc.subarray(assets), { nil: null }),
  from: fc.option(fc.nat({ max: 30 }), { nil: null }),
  until: fc.option(fc.nat({ max: 30 }), { nil: null }),
  reference: fc.option(fc.constantFrom("alpha", "beta 1", "a/a", "none"), { nil: null }),
  by: fc.constantFrom("date" as const, "amount" as const),
  direction: fc.constantFrom("asc" as const, "desc" as const),
  limit: fc.integer({ min: 1, max: 7 }),
});
type FilterSpec = typeof filterSpec extends fc.Arbitrary<infer Value> ? Value : never;

function toFilter(asked: FilterSpec): PaymentFilter {
  return {
    partnerId: partner.partnerId,
    merchantIds: asked.merchants.map((index) => merchantIds[index] as string),
    statuses: asked.statuses,
    assets: asked.assets,
    from: asked.from === null ? null : new Date(start + asked.from * minute),
    until: asked.until === null ? null : new Date(start + asked.until * minute),
    reference: asked.reference,
  };
}

/** What the filter means, said again in plain JavaScript over what was written. */
function isMatch(asked: FilterSpec, payment: Spec): boolean {
  const status = { open: "requires_action", overdue: "expired" }[payment.ending as string] ?? payment.ending;
  const hasToken = ["processing", "succeeded", "failed"].includes(status);
  return (
    (asked.merchants.length === 0 || asked.merchants.includes(payment.merchant)) &&
    (asked.statuses.length === 0 || asked.statuses.some((wanted) => wanted === status)) &&
    (asked.assets === null || (hasToken && asked.assets.some((asset) => asset === assets[payment.asset]))) &&
    (asked.from === null || payment.minute >= asked.from) &&
    (asked.until === null || payment.minute < asked.until) &&
    (asked.reference === null || payment.reference.includes(asked.reference))
  );
}

async function walk(filter: PaymentFilter, sort: PaymentSort, limit: number, between?: () => Promise<unknown>) {
  const seen: string[] = [];
  let after: Position | null = null;
  do {
    const page = await listPayments(filter, sort, { after, limit });
    seen.push(...page.payments.map(({ id }) => id));
    after = page.next;
    if (between !== undefined) await between();
  } while (after !== null);
  return seen;
}

const written = new Map<string, Spec>();

test("pages give each matching payment exactly once, in order, and statistics equal a plain count, while payments come in and deltas are folded", async () => {
  await write(other, other.merchantId, { ...(fc.sample(spec, 1)[0] as Spec), ending: "succeeded" });
  await fc.assert(
    fc.asyncProperty(fc.array(spec, { maxLength: 12 }), filterSpec, fc.boolean(), async (added, asked, isFolded) => {
      for (const payment of added) {
        written.set(await write(partner, merchantIds[payment.merchant] as string, payment), payment);
      }
      if (isFolded) await foldStatistics();
      const expected = [...written].filter(([, payment]) => isMatch(asked, payment));
      const { by, direction, limit } = asked;
      const { statistics } = await listPayments(toFilter(asked), { by, direction }, { after: null, limit });
      expect(statistics.payments).toBe(expected.length);
      const paid = expected.filter(([, { ending }]) => ending === "succeeded");
      for (const currency of ["USD", "EUR"]) {
        const sum = paid.reduce((total, [, { euro, cents }]) => total + (euro === (currency === "EUR") ? cents : 0), 0);
        const revenue = statistics.revenue.find((entry) => entry.currency === currency)?.value ?? 0n;
        expect(revenue).toBe(BigInt(sum));
      }
      const met = expected.filter(([, { ending }]) => ["processing", "succeeded", "failed"].includes(ending));
      expect(statistics.customers).toBe(new Set(met.map(([, payment]) => accountOf(payment))).size);

      // Newcomers may or may not be seen, by where they fall; what was there is seen exactly once.
      const newcomer: Spec = { ...(fc.sample(spec, 1)[0] as Spec) };
      const late: string[] = [];
      const seen = await walk(toFilter(asked), { by, direction }, limit, async () => {
        if (late.length >= 2) return;
        const id = await write(partner, merchantIds[newcomer.merchant] as string, newcomer);
        late.push(id);
      });
      expect(new Set(seen).size).toBe(seen.length);
      expect(new Set(seen.filter((id) => !late.includes(id)))).toEqual(new Set(expected.map(([id]) => id)));
      for (const id of late) written.set(id, newcomer);
      const keys = seen.map((id) => (by === "date" ? written.get(id)?.minute : written.get(id)?.cents) ?? 0);
      expect(keys).toEqual(keys.toSorted((a, b) => (direction === "asc" ? a - b : b - a)));
    }),
    { numRuns: 60 },
  );
});

test("statistics stay exact while many transactions write and the job folds", async () => {
  const before = written.size;
  const specs = fc.sample(spec, 60);
  const folding = (async () => {
    for (let round = 0; round < 20; round += 1) await foldStatistics();
  })();
  await Promise.all(
    specs.map(async (payment) => {
      written.set(await write(partner, merchantIds[payment.merchant] as string, payment), payment);
    }),
  );
  await folding;
  const all = toFilter({
    merchants: [],
    statuses: [],
    assets: null,
    from: null,
    until: null,
    reference: null,
    by: "date",
    direction: "desc",
    limit: 1,
  });
  const { statistics } = await listPayments(all, { by: "date", direction: "desc" }, { after: null, limit: 1 });
  expect(statistics.payments).toBe(before + 60);
  const { rows } = await pool().query<{ customers: string }>(
    "SELECT count(DISTINCT buyer_account) AS customers FROM payment WHERE partner_id = $1",
    [partner.partnerId],
  );
  expect(statistics.customers).toBe(Number(rows[0]?.customers));
});

test("counting anew gives what was kept up to date all along", async () => {
  const base = toFilter({
    ...{ merchants: [], statuses: [], assets: null, from: null, until: null, reference: null },
    ...{ by: "date", direction: "desc", limit: 1 },
  });
  const filters: PaymentFilter[] = [
    base,
    ...merchantIds.map((id) => ({ ...base, merchantIds: [id] })),
    ...assets.map((asset) => ({ ...base, assets: [asset] })),
    { ...base, assets: tokens.filter(({ chainId }) => chainId === 1).map(assetOf) },
    { ...base, statuses: ["succeeded"] },
  ];
  const read = () =>
    Promise.all(
      filters.map(async (filter) => {
        const { statistics } = await listPayments(filter, { by: "date", direction: "desc" }, { after: null, limit: 1 });
        return statistics;
      }),
    );
  const kept = await read();
  await pool().query("SELECT count_payment_statistics($1)", [partner.partnerId]);
  expect(await read()).toEqual(kept);
});
