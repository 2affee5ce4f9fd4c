import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as mounted from "#app/v1/[[...path]]/route.ts";
import { answerNode } from "#lib/api/mount-node.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const handlers: Record<string, (request: Request) => Promise<Response>> = mounted;
const table = createRouteTable(allRoutes);
let database: TestDatabase;
let server: Server;
let partner: TestPartner;
let paymentId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  server = createServer((request, response) => void answerNode(table, request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  partner = await createPartner();
  const body = JSON.stringify({ referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1000" } });
  const created = await viaNode("POST", "/v1/payments", { ...merchantHeaders(), ...json }, body);
  paymentId = JSON.parse(created.body).paymentId;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await requestLog().flush();
  await closeDatabase();
  await database.drop();
});

const json = { "content-type": "application/json" };
const merchantHeaders = () => ({ "api-key": partner.apiKey, "merchant-id": partner.merchantId });

type Seen = { status: number; headers: Record<string, string>; body: string };

/** A response as a client sees it, without connection headers, the date and the remaining quota. */
async function seen(response: Response): Promise<Seen> {
  const headers = Object.fromEntries(response.headers);
  for (const name of ["date", "connection", "keep-alive", "content-length", "ratelimit"]) delete headers[name];
  return { status: response.status, headers, body: await response.text() };
}

function init(method: string, headers: Record<string, string>, body: string | undefined): RequestInit {
  return { method, headers: { ...headers, "request-id": "same" }, ...(body === undefined ? {} : { body }) };
}

async function viaNode(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Seen> {
  const { port } = server.address() as AddressInfo;
  return seen(await fetch(`http://127.0.0.1:${port}${path}`, init(method, headers, body)));
}

async function viaNext(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Seen> {
  const handler = handlers[method];
  if (handler === undefined) throw new Error(`The route file does not export ${method}`);
  return seen(await handler(new Request(`http://till.test${path}`, init(method, headers, body))));
}

test.each([
  ["a status", "GET", "/v1/payments/{id}/status", "merchant", undefined],
  ["a clamped wait", "GET", "/v1/payments/{id}/status?maxPollMs=x", "merchant", undefined],
  ["details", "GET", "/v1/payments/{id}", "merchant", undefined],
  ["an unknown payment", "GET", "/v1/payments/pay_nobody", "merchant", undefined],
  ["no key", "GET", "/v1/payments/{id}", "none", undefined],
  ["a gateway payment", "GET", "/v1/gateway/payment/{id}", "app", undefined],
  ["a payment link as the id", "GET", "/v1/gateway/payment/http%3A%2F%2Ftill.test%2Fpay%2F{id}", "app", undefined],
  ["a head request", "HEAD", "/v1/gateway/payment/{id}", "app", undefined],
  ["a preflight", "OPTIONS", "/v1/gateway/payment/{id}/options", "none", undefined],
  [
    "options of an account on an unsupported chain",
    "POST",
    "/v1/gateway/payment/{id}/options?includePaymentInfo=true",
    "app",
    '{"accounts":["eip155:5:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"]}',
  ],
  ["a malformed account", "POST", "/v1/gateway/payment/{id}/options", "app", '{"accounts":["x"]}'],
  ["broken JSON", "POST", "/v1/gateway/payment/{id}/options", "app", "{"],
  [
    "a body over the limit",
    "POST",
    "/v1/gateway/payment/{id}/options",
    "app",
    `{"accounts":["${"x".repeat(70_000)}"]}`,
  ],
  ["a wrong method", "DELETE", "/v1/payments/{id}", "merchant", undefined],
  ["a wrong method of a list", "PUT", "/v1/events", "merchant", "{}"],
  ["an unknown path", "GET", "/v1/nothing/here", "merchant", undefined],
  ["the root", "GET", "/v1", "merchant", undefined],
  ["a merchant", "GET", "/v1/merchants/{merchant}", "merchant", undefined],
  ["its settlements", "GET", "/v1/merchants/{merchant}/settlements", "merchant", undefined],
  [
    "a creation without an idempotency key",
    "POST",
    "/v1/merchants",
    "merchant",
    '{"merchantName":"A","merchantEmail":"a@b.example"}',
  ],
  ["a list of merchants", "GET", "/v1/merchants?limit=1&search=shop", "merchant", undefined],
  ["a search that is too short", "GET", "/v1/merchants?search=", "merchant", undefined],
  ["an empty change", "PATCH", "/v1/merchants/{merchant}", "merchant", "{}"],
  ["a deletion of an unknown merchant", "DELETE", "/v1/merchants/mrch_unknown", "merchant", undefined],
  [
    "a change of an unknown settlement",
    "PUT",
    "/v1/merchants/{merchant}/settlements/crypto/crypto_none",
    "merchant",
    '{"destination":"eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"}',
  ],
  [
    "a removal of an unknown settlement",
    "DELETE",
    "/v1/merchants/{merchant}/settlements/crypto/crypto_none",
    "merchant",
    undefined,
  ],
  ["a refund of an unknown payment", "POST", "/v1/refunds", "merchant", '{"paymentId":"pay_nobody"}'],
  ["a cancellation", "POST", "/v1/payments/{id}/cancel", "merchant", undefined],
  ["a cancellation again, as a buyer", "POST", "/v1/gateway/payment/{id}/cancel", "app", "{}"],
])("both mounts respond to %s alike", async (_name, method, template, who, body) => {
  const path = template.replace("{id}", paymentId).replace("{merchant}", partner.merchantId);
  const credentials = { merchant: merchantHeaders(), app: { "app-id": partner.appId }, none: {} }[who];
  const headers = { ...credentials, ...(body === undefined ? {} : json) };
  const [node, next] = [await viaNode(method, path, headers, body), await viaNext(method, path, headers, body)];
  expect(next).toEqual(node);
  expect(node.status).toBeLessThan(500);
});
