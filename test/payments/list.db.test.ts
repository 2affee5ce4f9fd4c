import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position } from "#lib/db/keyset.ts";
import { database as pool } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { type PaymentStatus, paymentStatuses } from "#lib/domain/payments/payment.ts";
import { listPayments } from "#lib/domain/payments/reading/list-payments.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { anyFilter, isMatch, plainRows, plainValues, toFilter } from "#test/payments/asked-filter.ts";
import { createShops, type Shops } from "#test/payments/shops.ts";
import {
  accountOf,
  anyPayment,
  assets,
  type WrittenPayment,
  withBuyer,
  writePayment,
} from "#test/payments/written-payment.ts";

let database: ServiceDatabase;
let shops: Shops;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  shops = await createShops();
});
afterAll(() => database.stop());

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

const written = new Map<string, WrittenPayment>();

async function writeOne(payment: WrittenPayment): Promise<string> {
  const id = await writePayment(shops, shops.merchantIds[payment.merchant] as string, payment);
  written.set(id, payment);
  return id;
}

test("pages give each matching payment exactly once, in order, and statistics equal a plain count, while payments are created and deltas are folded", async () => {
  const other = await createShops();
  for (const payment of fc.sample(anyPayment, 10)) await writePayment(other, other.merchantIds[0] as string, payment);
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPayment, { maxLength: 12 }),
      anyFilter,
      fc.boolean(),
      async (added, asked, isFolded) => {
        for (const payment of added) {
          await writeOne(payment);
        }
        if (isFolded) await foldStatistics();
        const expected = [...written].filter(([, payment]) => isMatch(asked, payment));
        const { by, direction, limit } = asked;
        const { statistics } = await listPayments(toFilter(asked, shops), { by, direction }, { after: null, limit });
        expect(statistics.payments).toBe(expected.length);
        const paid = expected.filter(([, { ending }]) => ending === "succeeded");
        for (const currency of ["USD", "EUR"]) {
          const sum = paid.reduce(
            (total, [, { euro, cents }]) => total + (euro === (currency === "EUR") ? cents : 0),
            0,
          );
          const revenue = statistics.revenue.find((entry) => entry.currency === currency)?.value ?? 0n;
          expect(revenue).toBe(BigInt(sum));
        }
        const met = expected.filter(([, { ending }]) => withBuyer.includes(ending));
        expect(statistics.customers).toBe(new Set(met.map(([, payment]) => accountOf(payment))).size);

        // New payments may or may not be listed, depending on their position; existing ones are listed exactly once.
        const newcomer: WrittenPayment = { ...(fc.sample(anyPayment, 1)[0] as WrittenPayment) };
        const late: string[] = [];
        const seen = await walk(toFilter(asked, shops), { by, direction }, limit, async () => {
          if (late.length >= 2) return;
          late.push(await writeOne(newcomer));
        });
        expect(new Set(seen).size).toBe(seen.length);
        expect(new Set(seen.filter((id) => !late.includes(id)))).toEqual(new Set(expected.map(([id]) => id)));
        const keys = seen.map((id) => (by === "date" ? written.get(id)?.minute : written.get(id)?.cents) ?? 0);
        expect(keys).toEqual(keys.toSorted((a, b) => (direction === "asc" ? a - b : b - a)));
      },
    ),
    { numRuns: 60 },
  );
});

const statusLists: (readonly PaymentStatus[])[] = [
  [],
  ...paymentStatuses.map((status) => [status]),
  ["succeeded", "failed"],
  ["requires_action", "expired"],
  ["processing", "expired"],
];
const combinations = [[], [0], [0, 2]].flatMap((shopNumbers) =>
  statusLists.flatMap((statuses) =>
    [null, assets.slice(0, 1), assets.slice(1, 5)].map((ofAssets) => ({ shopNumbers, statuses, ofAssets })),
  ),
);

test("pages of every combination of merchants, statuses and tokens are those of a plain query", async () => {
  const now = new Date();
  for (const { shopNumbers, statuses, ofAssets } of combinations) {
    const filter: PaymentFilter = {
      partnerId: shops.partnerId,
      merchantIds: shopNumbers.map((at) => shops.merchantIds[at] as string),
      statuses,
      assets: ofAssets,
      from: null,
      until: null,
      reference: null,
    };
    for (const [by, column] of [
      ["date", "created_at"],
      ["amount", "amount_rank"],
    ] as const) {
      const sort = { by, direction: "desc" } as const;
      const plain = `SELECT id ${plainRows} ORDER BY ${column} DESC, id DESC LIMIT 40`;
      const expected = await database.query<{ id: string }>(plain, plainValues(filter, now));
      const first = await listPage(pool, filter, sort, null, 20, now);
      const last = first.at(-1);
      const rest = last === undefined ? [] : await listPage(pool, filter, sort, [last.sortKey, last.id], 20, now);
      const ids = [...first, ...rest].map(({ id }) => id);
      expect(ids, JSON.stringify({ filter, by })).toEqual(expected.map(({ id }) => id));
    }
  }
});
