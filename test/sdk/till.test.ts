import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { items, Till, TillError, type TillOptions } from "../../sdk/src/till.ts";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
type Reply = (response: ServerResponse) => void;

let server: Server;
let baseUrl: string;
let seen: Seen[];
/** The answers of the server, in order; the last one stays. */
let replies: Reply[];
let pauses: number[];

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const cut: Reply = (response) => void response.destroy();
const page: Reply = (response) =>
  void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  replies = [];
  pauses = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function connect(options: Partial<TillOptions> = {}): Till {
  const pause = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    pauses.push(ms);
  };
  return new Till({ baseUrl: `${baseUrl}/`, apiKey: "sk_test", merchantId: "mer_1", pause, ...options });
}

const body = { referenceId: "1042", amount: { unit: "iso4217/USD", value: "1250" } };
const created = json(201, { paymentId: "pay_1", status: "requires_action" });
const unavailable = json(503, { code: "unavailable", message: "Try again." });

test("a redirect is an error, and neither repeats the call elsewhere nor reads as its answer", async () => {
  for (const status of [301, 302, 307, 308]) {
    replies = [(response) => void response.writeHead(status, { location: `${baseUrl}/elsewhere` }).end(), created];
    seen = [];
    const refused = connect().api.POST("/v1/payments", { body });
    await expect(refused).rejects.toMatchObject({ status, code: "unexpected_answer" });
    expect(seen).toHaveLength(1);
  }
});

test("transfers are listed, given an address and refunded by their own calls, which are repeated after an outage", async () => {
  const { transfers } = connect();
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  replies = [json(200, { assets: [{ asset }] })];
  expect((await transfers.listAssets("pay_1")).assets).toEqual([{ asset }]);
  replies = [unavailable, json(200, { address: "0x1", code: "k.1" })];
  expect(await transfers.giveAddress("pay_1", asset)).toEqual({ address: "0x1", code: "k.1" });
  const named = { code: "k.1", account: "eip155:8453:0x1" };
  replies = [cut, json(200, { account: named.account })];
  expect(await transfers.nameRefundAccount("pay_1", named)).toEqual({ account: named.account });
  const calls = seen.map(({ method, url, body: sent }) => [`${method} ${url}`, sent && JSON.parse(sent)]);
  const give = ["POST /v1/gateway/payment/pay_1/deposit", { asset }];
  const name = ["POST /v1/gateway/payment/pay_1/deposit/refund", named];
  expect(calls).toEqual([["GET /v1/gateway/payment/pay_1/deposit", ""], give, give, name, name]);
});

test("a payment that was created during an outage is asked for again with the same key", async () => {
  replies = [cut, unavailable, page, created];
  const { data } = await connect().api.POST("/v1/payments", { body });
  expect(data.paymentId).toBe("pay_1");
  expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(
    Array(4).fill(expect.stringMatching(/^[\da-f-]{36}$/)),
  );
  expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(new Set(seen.map((one) => one.body))).toEqual(new Set([JSON.stringify(body)]));
  expect(seen[0]?.headers).toMatchObject({
    "api-key": "sk_test",
    "merchant-id": "mer_1",
    "service-version": "2026-02-18",
  });
});

test("two payments have two keys, and a key of the caller's own is kept", async () => {
  replies = [created];
  const { api } = connect();
  await api.POST("/v1/payments", { body });
  await api.POST("/v1/payments", { body });
  await api.POST("/v1/payments", { body, params: { header: { "Idempotency-Key": "order-1042" } } });
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("order-1042");
});

test.each<[string, (till: Till) => Promise<unknown>, Reply]>([
  [
    "a cancellation",
    (till) => till.api.POST("/v1/payments/{id}/cancel", { params: { path: { id: "pay_1" } } }),
    json(200, { paymentId: "pay_1" }),
  ],
  [
    "a deletion",
    (till) => till.api.DELETE("/v1/webhook-endpoints/{id}", { params: { path: { id: "whe_1" } } }),
    json(200, { id: "whe_1", deleted: true }),
  ],
  [
    "an update",
    (till) => till.api.PATCH("/v1/webhook-endpoints/{id}", { params: { path: { id: "whe_1" } }, body: {} }),
    json(200, { id: "whe_1" }),
  ],
])("%s is repeated after an outage, because repeating it changes nothing", async (_name, call, done) => {
  replies = [cut, unavailable, done];
  await call(connect());
  expect(seen).toHaveLength(3);
});

test("a change that happens twice when repeated, without a key, isn't repeated", async () => {
  replies = [unavailable];
  const tested = connect().api.POST("/v1/webhook-endpoints/{id}/test", { params: { path: { id: "whe_1" } } });
  await expect(tested).rejects.toMatchObject({ name: "TillError", status: 503, code: "unavailable" });
  expect(seen).toHaveLength(1);
});

test("the server's own pause is kept, and an outage that lasts is an error", async () => {
  replies = [json(429, { code: "rate_limited", message: "Wait." }, { "retry-after": "45" })];
  const refused = connect({ retries: 2 }).api.GET("/v1/merchants", {});
  await expect(refused).rejects.toMatchObject({ status: 429, retryAfterMs: 45_000 });
  expect(seen).toHaveLength(3);
  expect(pauses).toEqual([45_000, 45_000]);
});

test("a pause of more than a minute is left to the caller", async () => {
  replies = [json(429, { code: "rate_limited", message: "Wait." }, { "retry-after": "3600" })];
  const refused = connect().api.GET("/v1/merchants", {});
  await expect(refused).rejects.toBeInstanceOf(TillError);
  await expect(refused).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  expect(seen).toHaveLength(1);
});

test("a pause that the server asks for by a date is kept", async () => {
  const date = new Date(Date.now() - 60_000).toUTCString();
  replies = [json(503, { code: "unavailable", message: "Wait." }, { "retry-after": date }), json(200, { data: [] })];
  await connect().api.GET("/v1/merchants", {});
  expect(pauses).toEqual([0]);
});

test("an error names the fields and the request, and isn't repeated", async () => {
  const issues = [{ field: "amount.value", message: "must be an integer" }];
  const answer = { code: "params_validation", message: "amount.value must be an integer", issues };
  replies = [json(400, answer, { "request-id": "req_1" })];
  const refused = connect().api.POST("/v1/payments", { body });
  await expect(refused).rejects.toMatchObject({ ...answer, status: 400, requestId: "req_1" });
  expect(seen).toHaveLength(1);
});

test("a page of something in front of the API is an error that says so", async () => {
  replies = [page];
  const refused = connect({ retries: 0 }).api.GET("/v1/merchants", {});
  await expect(refused).rejects.toMatchObject({ status: 502, code: "unexpected_answer" });
});

test("a wait ends with the payment, and with the caller's signal", async () => {
  const open = json(200, { status: "processing", isFinal: false, pollInMs: 1_000 });
  replies = [open, unavailable, json(200, { status: "succeeded", isFinal: true, pollInMs: null })];
  expect(await connect().waitForPayment("pay_1")).toMatchObject({ status: "succeeded" });
  expect(seen.map(({ url }) => url)).toEqual(Array(3).fill("/v1/payments/pay_1/status?maxPollMs=25000"));
  // The pause that an open payment's status asks for, then the one after the outage.
  expect(pauses).toEqual([1_000, expect.any(Number)]);
  replies = [open];
  const caller = new AbortController();
  const waiting = connect().waitForPayment("pay_1", { signal: caller.signal });
  caller.abort(new Error("the order was closed"));
  await expect(waiting).rejects.toThrow("the order was closed");
});

test("a list is read to its end", async () => {
  replies = [
    json(200, { data: [{ paymentId: "pay_1" }, { paymentId: "pay_2" }], nextCursor: "next" }),
    json(200, { data: [{ paymentId: "pay_3" }], nextCursor: null }),
  ];
  const { api } = connect();
  const found: string[] = [];
  const fetchPage = (part: { cursor?: string }) =>
    api.GET("/v1/payments", { params: { query: { status: ["succeeded" as const], ...part } } });
  for await (const payment of items(fetchPage)) found.push(payment.paymentId);
  expect(found).toEqual(["pay_1", "pay_2", "pay_3"]);
  expect(seen.map(({ url }) => url)).toEqual([
    "/v1/payments?status=succeeded",
    "/v1/payments?status=succeeded&cursor=next",
  ]);
});
