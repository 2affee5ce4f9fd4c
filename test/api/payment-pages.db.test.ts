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

test("cancelled payments can be filtered by in the preview only, among several statuses too", async () => {
  const list = (query: string, version: string) =>
    api.as(partner)("GET", `/v1/payments?limit=200&${query}`, undefined, { "wcp-version": version });
  const statusesOf = async (query: string) => {
    const answer = await list(query, "2026-02-19.preview");
    expect([answer.status, answer.headers.get("wcp-version")]).toEqual([200, "2026-02-19.preview"]);
    return [...new Set((answer.body.data as { status: string }[]).map(({ status }) => status))].toSorted();
  };
  expect(await statusesOf("status=cancelled")).toEqual(["cancelled"]);
  expect(await statusesOf("status=cancelled,failed")).toEqual(["cancelled", "failed"]);
  expect(await statusesOf("status=cancelled&status=failed")).toEqual(["cancelled", "failed"]);
  const refused = await list("status=cancelled", "2026-02-18");
  expect([refused.status, refused.body.code]).toEqual([400, "params_validation"]);
});

test("the deprecated list speaks as existing clients do: X-Api-Key, sort_by and sort_dir, and keys in snake_case", async () => {
  const path = `/v1/merchants/${partner.merchantId}/payments`;
  const list = (query: string) => api.send("GET", `${path}?${query}`, undefined, { "x-api-key": partner.apiKey });
  const answer = await list("sort_by=amount&sort_dir=asc&limit=3");
  expect(answer.status, answer.text).toBe(200);
  const { body: ours } = await api.as(partner)("GET", `/v1/merchants/payments?sortBy=amount&sortDir=asc&limit=3`);
  const [listed] = answer.body.data as Record<string, unknown>[];
  const [own] = ours.data as Record<string, unknown>[];
  expect(listed).toMatchObject({ ...own, payment_id: own?.paymentId, is_terminal: own?.isTerminal });
  expect(listed).toMatchObject({ fiat_amount: { display: { asset_symbol: "USD" } }, created_at: own?.createdAt });
  expect(answer.body.next_cursor).toBe(answer.body.nextCursor);
  const { totalTransactions } = ours.stats as { totalTransactions: number };
  expect(answer.body.stats).toMatchObject({ totalTransactions, total_transactions: totalTransactions });

  const withEmpty = await api.send("GET", path, undefined, { "api-key": "", "x-api-key": partner.apiKey });
  expect(withEmpty.status, withEmpty.text).toBe(200);
  const others = await api.send("GET", "/v1/payments", undefined, { "x-api-key": partner.apiKey });
  expect([others.status, others.body.code]).toEqual([401, "missing_api_key"]);
  const preflight = await api.send("OPTIONS", path);
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(/, x-api-key$/);
  const elsewhere = await api.send("OPTIONS", "/v1/payments");
  expect(elsewhere.headers.get("access-control-allow-headers")).not.toContain("x-api-key");
});

test("times may have a lower-case t and z, and the deprecated asset the caip19/ prefix", async () => {
  const count = async (query: string) => {
    const answer = await api.as(partner)("GET", `/v1/payments?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body.stats as { totalTransactions: number }).totalTransactions;
  };
  const all = await count("");
  expect(await count("startTs=2026-01-01t00:00:00z")).toBe(all);
  expect(await count("startTs=2999-01-01t00:00:00.5%2b02:00")).toBe(0);
  const usdc = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const paid = await count(`asset=${usdc}`);
  expect(paid).toBeGreaterThan(0);
  expect(await count(`asset=caip19/${usdc}`)).toBe(paid);
});
