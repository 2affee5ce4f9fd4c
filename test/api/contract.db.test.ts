import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorsOf } from "#lib/api/openapi/declared-errors.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { newId } from "#lib/core/ids.ts";
import { newSecret } from "#lib/domain/api-keys/secret.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const version = "2026-02-18";
const operations = allRoutes.map(({ operation }) => operation);
type AnyOperation = (typeof operations)[number];

let api: Api;
let partner: TestPartner;
/** Whose records the wrong requests are about; another one for each operation, because some do delete a merchant. */
let victim: TestPartner;
let powerless: TestPartner;
let stranger: TestPartner;
let paymentId: string;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_ADDRESS: "0" });
  partner = await createPartner();
  stranger = await createPartner();
  powerless = await createPartner({ permissions: [] });
});
afterAll(() => api.stop());

type Change = { headers?: Record<string, string>; query?: string; body?: string; ids?: "own" | "unknown" };

/** The operation's example as this partner's request, or something else instead of a part of it. */
function send(operation: AnyOperation, { headers = {}, query, body, ids = "unknown" }: Change): Promise<Answer> {
  const [example] = examplesOf(operation, version);
  const own: Record<string, string> = { merchantId: victim.merchantId, id: paymentId };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    return (ids === "own" ? own[name] : undefined) ?? example?.params?.[name] ?? name;
  });
  const exampleBody = example?.body === undefined ? undefined : JSON.stringify(example.body);
  return api.send(operation.method, `${path}${query ?? ""}`, body ?? exampleBody, {
    ...credentials(operation, victim),
    ...headers,
  });
}

function credentials({ audience, idempotency }: AnyOperation, of: TestPartner): Record<string, string> {
  return {
    ...(audience === "gateway" ? { "app-id": of.appId } : { "api-key": of.apiKey }),
    ...(audience === "merchant" ? { "merchant-id": of.merchantId } : {}),
    ...(idempotency === "required" ? { "idempotency-key": newSecret() } : {}),
  };
}

const changes: Record<string, (operation: AnyOperation) => Change> = {
  "ids that do not exist": () => ({}),
  "no credentials": () => ({ headers: { "api-key": "", "app-id": "", "merchant-id": "" } }),
  "an unknown key": () => ({ headers: { "api-key": newSecret(), "app-id": "" } }),
  "an unknown app": () => ({ headers: { "api-key": "", "app-id": newId("app", new Date()) } }),
  "a key that may do nothing": () => ({ headers: { "api-key": powerless.apiKey, "app-id": "" } }),
  "another's merchant": () => ({ headers: { "merchant-id": stranger.merchantId }, ids: "own" }),
  "no merchant": () => ({ headers: { "merchant-id": "" } }),
  "a malformed version": () => ({ headers: { "service-version": "soon" } }),
  "an unknown version": () => ({ headers: { "service-version": "2020-01-01" } }),
  "a header that is not ASCII": () => ({ headers: { "sdk-name": "caf\u00e9" } }),
  "an unknown query key": () => ({ query: "?unknown=1", ids: "own" }),
  "a bad cursor": () => ({ query: "?cursor=x", ids: "own" }),
  "a body that is no JSON": () => ({ body: "{" }),
  "a body of another type": () => ({ body: "a=1", headers: { "content-type": "text/plain" } }),
  "a body that is too large": () => ({ body: JSON.stringify({ x: "x".repeat(70_000) }) }),
  "an unknown field": () => ({ body: '{"unknown":1}' }),
  "no idempotency key": () => ({ headers: { "idempotency-key": "" } }),
  "a bad idempotency key": () => ({ headers: { "idempotency-key": "a b" } }),
};

async function newVictim(): Promise<void> {
  victim = await createPartner();
  const amount = { unit: "iso4217/USD", value: "1000" };
  const { body } = await api.as(victim)("POST", "/v1/payments", { referenceId: "order 1", amount });
  paymentId = String(body.paymentId);
}

/** Statuses and codes of an operation's answers that its declaration does not know. */
async function undeclared(operation: AnyOperation): Promise<string[]> {
  const unknown: string[] = [];
  for (const [name, make] of Object.entries(changes)) {
    const change = make(operation);
    if (operation.method === "GET" && change.body !== undefined) continue;
    const { status, body } = await send(operation, change);
    const declared = errorsOf(operation).find((errors) => errors.status === status)?.codes ?? [];
    const isDeclared = status === operation.response.status || declared.some((code) => code === body.code);
    if (!isDeclared) unknown.push(`${status} ${body.code}, with ${name}`);
  }
  return unknown;
}

test.each(operations)("$operationId answers no error but those that it declares", async (operation) => {
  await newVictim();
  expect(await undeclared(operation)).toEqual([]);
});

describe("what is answered is what is declared, and no field more:", () => {
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const destination = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const merchant = { merchantName: "Corner Shop", merchantEmail: "owner@corner.example" };
  const payment = { referenceId: "ORDER-7", amount: { unit: "iso4217/USD", value: "2490" } };
  /** Ids by the name that later steps use for them. */
  const known: Record<string, string> = {};

  const steps: [operationId: string, path: string, body?: unknown, learn?: Record<string, string>][] = [
    ["createMerchant", "/v1/merchants", merchant, { merchant: "id" }],
    ["listMerchants", "/v1/merchants"],
    ["updateMerchant", "/v1/merchants/{merchant}", { merchantName: "Corner & Sons" }],
    [
      "registerCryptoSettlements",
      "/v1/merchants/{merchant}/settlements/crypto",
      { settlements: [{ asset, destination }] },
    ],
    ["getMerchant", "/v1/merchants/{merchant}"],
    ["listSettlements", "/v1/merchants/{merchant}/settlements"],
    ["deleteMerchant", "/v1/merchants/{merchant}"],
    ["createPayment", "/v1/payments", payment, { payment: "paymentId" }],
    ["createPaymentAlias", "/v1/merchant/payment", payment, { other: "paymentId" }],
    ["getPayment", "/v1/payments/{payment}"],
    ["getPaymentStatus", "/v1/payments/{payment}/status"],
    ["getPaymentStatusAlias", "/v1/merchant/payment/{payment}/status"],
    ["getGatewayPayment", "/v1/gateway/payment/{payment}"],
    ["getGatewayStatus", "/v1/gateway/payment/{payment}/status"],
    ["cancelPayment", "/v1/payments/{payment}/cancel"],
    ["cancelGatewayPayment", "/v1/gateway/payment/{other}/cancel"],
    ["getPaymentOptions", "/v1/gateway/payment/{payment}/options?includePaymentInfo=true", { accounts: [destination] }],
    ["listPayments", "/v1/payments"],
    ["listMerchantPayments", "/v1/merchants/payments"],
    ["listPaymentsOfMerchant", "/v1/merchants/{own}/payments"],
  ];

  test.each(steps)("%s", async (operationId, template, body, learn = {}) => {
    known.own = partner.merchantId;
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? name);
    const answer = await api.send(operation.method, path, body, credentials(operation, partner));
    expect(answer.status).toBe(operation.response.status);
    expect(operation.response.schema.parse(answer.body)).toEqual(answer.body);
    for (const [name, field] of Object.entries(learn)) known[name] = String(answer.body[field]);
  });
});
