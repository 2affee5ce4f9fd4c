import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;
let restoreClock: () => void;
const statuses = ["requires_action", "processing", "succeeded", "failed", "cancelled"] as const;

const references = ["alpha-1", "alpha-22", "beta 1"];
let added = 0;

/** Adds a payment. State, amount and name change each time and cycle through every combination. */
async function addPayment(): Promise<void> {
  const pick = <T>(list: readonly T[], every: number) => list[Math.floor(added / every) % list.length] as T;
  const amount = { unit: "iso4217/USD", value: pick(["1000", "2500"], 15) };
  const status = pick(statuses, 3);
  const id = await createTestPayment(partner, { referenceId: pick(references, 1), amount });
  added += 1;
  await bringTo(id, status);
}

beforeAll(async () => {
  api = await startApi();
  // Many payments share a creation time, so that their ids decide the order.
  restoreClock = useClock({ now: () => new Date(Math.floor(Date.now() / 1_000) * 1_000) });
  partner = await createPartner();
  for (let count = 0; count < 60; count += 1) await addPayment();
});
afterAll(async () => {
  restoreClock();
  await api.stop();
});

type Page = { data: { paymentId: string }[]; nextCursor: string | null };

async function getPage(path: string, query: [string, string][]): Promise<Page> {
  const answer = await api.as(partner)("GET", `${path}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

const asked = fc.record(
  {
    status: fc.constantFrom("requires_action", "processing", "succeeded,failed", "requires_action,succeeded"),
    referenceId: fc.constantFrom("alpha", "alpha-22", "beta"),
    token_symbol: fc.constantFrom("USDC", "EURC", "USDC,EURC"),
    sortBy: fc.constantFrom("date", "amount"),
    sortDir: fc.constantFrom("asc", "desc"),
  },
  { requiredKeys: [], noNullPrototype: true },
);

test.for(["/v1/payments", "/v1/merchants/payments", "/v1/merchants/{own}/payments"])(
  "following the cursors of %s returns each existing payment once, in order, while others are created",
  async (template) => {
    const path = template.replace("{own}", partner.merchantId);
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 12 }), async (filters, limit) => {
        const filter = Object.entries(filters) as [string, string][];
        const before = (await getPage(path, [...filter, ["limit", "200"]])).data.map(({ paymentId }) => paymentId);
        const seen: string[] = [];
        let next: [string, string][] = [];
        do {
          const page = await getPage(path, [...filter, ["limit", String(limit)], ...next]);
          expect(page.data.length).toBeLessThanOrEqual(limit);
          seen.push(...page.data.map(({ paymentId }) => paymentId));
          if (seen.length <= limit) await addPayment();
          next = page.nextCursor === null ? [] : [["cursor", page.nextCursor]];
        } while (next.length > 0);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => before.includes(id))).toEqual(before);
      }),
      { numRuns: 20 },
    );
  },
);
