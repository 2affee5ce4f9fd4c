import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiKeyId } from "#lib/core/ids.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

type Entry = Record<"method" | "path" | "request_id", string> & {
  partner_id: string;
  status: number;
  code: string | null;
  issues: { field: string; rule: string }[] | null;
  service_version: string | null;
  duration_ms: number;
  at: Date;
};

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_KEY: "20" });
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => api.stop());

async function logged(): Promise<Entry[]> {
  await requestLog().flush();
  return api.query<Entry>("SELECT * FROM request_log_entry WHERE partner_id = $1 ORDER BY id", [partner.partnerId]);
}

const told = (entries: Entry[]) => entries.map(({ method, path, status, code }) => [method, path, status, code]);

test("a request with a key is logged with its outcome, time and Request-Id, and without bodies", async () => {
  const began = Date.now();
  const body = { referenceId: "private", amount: { unit: "iso4217/USD", value: "1250" } };
  const created = await api.as(partner)("POST", "/v1/payments", body, { "request-id": "mine-1" });
  await api.as(partner)("GET", "/v1/payments?referenceId=private");
  const [first, second] = await logged();
  expect(first).toMatchObject({ method: "POST", path: "/v1/payments", status: 201, code: null, request_id: "mine-1" });
  expect(second).toMatchObject({ method: "GET", path: "/v1/payments?referenceId=private", status: 200, code: null });
  expect(first?.at.getTime()).toBeGreaterThanOrEqual(began);
  expect(first?.at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(first?.duration_ms).toBeLessThanOrEqual(Date.now() - began + 1);
  expect(JSON.stringify(first)).not.toMatch(/private|1250/);
  expect(JSON.stringify([first, second])).not.toContain(partner.apiKey);
  expect(created.status).toBe(201);
});

describe("refusals are logged if the key is valid:", () => {
  const asked: [string, string, string, (headers: Record<string, string>) => Record<string, string>][] = [
    [
      "a missing merchant",
      "GET /v1/payments/pay_1",
      "401 missing_merchant_id",
      (headers) => ({ "api-key": headers["api-key"] ?? "" }),
    ],
    [
      "an unknown merchant",
      "GET /v1/payments/pay_1",
      "403 forbidden",
      (headers) => ({ ...headers, "merchant-id": "mrch_1" }),
    ],
    ["an unknown payment", "GET /v1/payments/pay_1", "404 payment_not_found", (headers) => headers],
    [
      "an unknown version",
      "GET /v1/payments",
      "400 unknown_api_version",
      (headers) => ({ ...headers, "service-version": "2020-01-01" }),
    ],
    ["an unknown parameter", "GET /v1/payments?secret=***", "400 params_validation", (headers) => headers],
  ];

  test.for(asked)("%s", async ([, request, outcome, headersOf]) => {
    const [method = "", path = ""] = request.split(" ");
    const headers = headersOf({ "api-key": partner.apiKey, "merchant-id": partner.merchantId });
    await api.send(method, path.replace("***", "hunter2"), undefined, headers);
    expect(told(await logged())).toEqual([[method, path, Number(outcome.slice(0, 3)), outcome.slice(4)]]);
  });

  test("a permission that the key lacks", async () => {
    const { secret } = await createApiKey(partner.partnerId, "reads", ["payments:read"]);
    await api.send("GET", "/v1/merchants", undefined, { "api-key": secret });
    expect(told(await logged())).toEqual([["GET", "/v1/merchants", 403, "forbidden"]]);
  });

  test("invalid fields, with the rules that they break and without their values", async () => {
    const version = { "service-version": "2026-02-18" };
    await api.as(partner)(
      "POST",
      "/v1/payments",
      { referenceId: ["hunter3"], amount: { unit: "iso4217/USD", value: "hunter2" }, "x\u0000y": 1 },
      version,
    );
    const [entry] = await logged();
    expect(entry?.issues?.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: "amount.value", rule: expect.stringMatching(/^must /) },
      { field: "referenceId", rule: "must be a string" },
      { field: "xy", rule: "is not a known field" },
    ]);
    expect(entry?.service_version).toBe("2026-02-18");
    expect(JSON.stringify(entry)).not.toMatch(/hunter/);
  });

  test("invalid JSON, and an error that is replayed", async () => {
    await api.as(partner)("POST", "/v1/payments", "{");
    const id = await createTestPayment(partner);
    const refund = () => api.as(partner)("POST", "/v1/refunds", { paymentId: id }, { "idempotency-key": id });
    await refund();
    await refund();
    expect(told(await logged())).toEqual([
      ["POST", "/v1/payments", 400, "invalid_params"],
      ["POST", "/v1/refunds", 400, "payment_not_succeeded"],
      ["POST", "/v1/refunds", 400, "payment_not_succeeded"],
    ]);
  });

  test("too many requests", async () => {
    for (let count = 0; count < 21; count += 1) await api.as(partner)("GET", "/v1/merchants");
    expect(told(await logged()).at(-1)).toEqual(["GET", "/v1/merchants", 429, "rate_limited"]);
  });
});

test("requests without a valid key are not logged: no key, a wrong one, an app, a preflight", async () => {
  const id = await createTestPayment(partner);
  const count = async () => (await api.query("SELECT FROM request_log_entry")).length;
  await requestLog().flush();
  const before = await count();
  await api.send("GET", `/v1/payments/${id}`);
  await api.send("GET", `/v1/payments/${id}`, undefined, { "api-key": `till_${"a".repeat(43)}` });
  await api.send("GET", `/v1/gateway/payment/${id}`, undefined, { "app-id": partner.appId, "api-key": partner.apiKey });
  await api.send("OPTIONS", `/v1/gateway/payment/${id}`, undefined, { "api-key": partner.apiKey });
  await requestLog().flush();
  expect(await count()).toBe(before);
});

test.for(["refund-requests", "refund-request%73"])("the token of a refund's link isn't logged: %s", async (path) => {
  const token = "a".repeat(43);
  const send = (end: string) => api.send("GET", `/v1/${path}/${token}${end}`, undefined, { "api-key": partner.apiKey });
  expect([(await send("")).status, (await send("/status")).status]).toEqual([404, 404]);
  expect((await logged()).map((entry) => entry.path)).toEqual([
    "/v1/refund-requests/…",
    "/v1/refund-requests/…/status",
  ]);
});

test("a long poll is logged when it ends, with its whole duration", async () => {
  const id = await createTestPayment(partner);
  const held = api.as(partner)("GET", `/v1/payments/${id}/status?maxPollMs=300`);
  expect(await logged()).toEqual([]);
  await held;
  const [entry] = await logged();
  expect(entry).toMatchObject({ path: `/v1/payments/${id}/status?maxPollMs=300`, status: 200 });
  expect(entry?.duration_ms).toBeGreaterThanOrEqual(290);
});

test("a failed write loses only the waiting entries, whose number is bounded", async () => {
  const make = (requestId: string) => ({
    partnerId: partner.partnerId,
    apiKeyId: "key_1" as ApiKeyId,
    atMs: Date.now(),
    method: "GET",
    path: "/v1",
    query: new URLSearchParams(),
    status: 200,
    code: null,
    issues: [],
    serviceVersion: "2026-02-18" as const,
    durationMs: 1,
    requestId,
  });
  // Postgres refuses a zero byte in text.
  requestLog().push(make("zero \u0000"));
  expect(await logged()).toEqual([]);
  for (let count = 0; count < 20_100; count += 1) requestLog().push(make(`${count}`));
  const entries = await logged();
  expect(entries).toHaveLength(20_000);
  expect(entries.map(({ request_id }) => request_id)).toEqual(Array.from({ length: 20_000 }, (_, index) => `${index}`));
});
