import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { hashSecret, newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

/** The longest time that keys, apps and merchants are cached. */
const rememberedForMs = 5_000;

let api: Api;
let partner: TestPartner;
let stranger: TestPartner;
let paymentId: string;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  [partner, stranger] = [await createPartner(), await createPartner()];
  paymentId = await createTestPayment(partner);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => api.stop());

const details = () => `/v1/payments/${paymentId}`;
const gatewayPayment = () => `/v1/gateway/payment/${paymentId}`;

async function codeOf(path: string, headers: Record<string, string>): Promise<string> {
  const { status, body } = await api.send("GET", path, undefined, headers);
  return body.code === undefined ? `${status}` : `${status} ${body.code}`;
}

const merchantHeaders = () => ({ "api-key": partner.apiKey, "merchant-id": partner.merchantId });

/** Advances the caches' clock. */
async function passMs(ms: number): Promise<void> {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ms);
  // lru-cache caches the clock until a timer of 1 ms fires; this later timer fires after it.
  await setTimeout(1);
}

describe("the merchant API", () => {
  test("accepts a partner's key with one of its own merchants", async () => {
    expect(await codeOf(details(), merchantHeaders())).toBe("200");
  });

  test.for([
    ["no key", () => ({ "api-key": "" }), "401 missing_api_key"],
    ["a key that was never issued", () => ({ "api-key": newSecret("live") }), "401 invalid_api_key"],
    ["text that isn't a key", () => ({ "api-key": "hello" }), "401 invalid_api_key"],
    ["a key with an extra character", () => ({ "api-key": `${partner.apiKey}A` }), "401 invalid_api_key"],
    ["a key in upper case", () => ({ "api-key": partner.apiKey.toUpperCase() }), "401 invalid_api_key"],
    ["an app id instead of a key", () => ({ "api-key": "", "app-id": partner.appId }), "401 missing_api_key"],
    ["no merchant", () => ({ "merchant-id": "" }), "401 missing_merchant_id"],
    ["a merchant that does not exist", () => ({ "merchant-id": newId("mrch", new Date()) }), "403 forbidden"],
    ["text that isn't a merchant id", () => ({ "merchant-id": "x" }), "403 forbidden"],
    ["another partner's merchant", () => ({ "merchant-id": stranger.merchantId }), "403 forbidden"],
    ["another partner's key", () => ({ "api-key": stranger.apiKey }), "403 forbidden"],
  ] as const)("refuses %s", async ([, change, code]) => {
    expect(await codeOf(details(), { ...merchantHeaders(), ...change() })).toBe(code);
  });

  test("reveals nothing about the merchant before the key is verified", async () => {
    const wrongKey = { "api-key": newSecret("live") };
    expect(await codeOf(details(), wrongKey)).toBe("401 invalid_api_key");
    expect(await codeOf(details(), { ...wrongKey, "merchant-id": partner.merchantId })).toBe("401 invalid_api_key");
  });

  test("requires no Merchant-Id on endpoints that don't use it", async () => {
    const path = `/v1/merchants/${partner.merchantId}`;
    expect(await codeOf(path, { "api-key": partner.apiKey })).toBe("200");
    expect(await codeOf(path, { "api-key": partner.apiKey, "merchant-id": stranger.merchantId })).toBe("200");
  });
});

describe("a key without the required permission is refused:", () => {
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const destination = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

  test.for([
    ["payments:read", "GET", "/v1/payments/{id}", undefined],
    ["payments:read", "GET", "/v1/payments/{id}/status", undefined],
    ["payments:read", "GET", "/v1/merchant/payment/{id}/status", undefined],
    ["payments:write", "POST", "/v1/payments", { referenceId: "1", amount: { unit: "iso4217/USD", value: "1250" } }],
    ["merchants:read", "GET", "/v1/merchants/{merchantId}", undefined],
    ["merchants:read", "GET", "/v1/merchants/{merchantId}/settlements", undefined],
    ["merchants:write", "POST", "/v1/merchants", { merchantName: "A", merchantEmail: "a@b.example" }],
    [
      "settlements:write",
      "POST",
      "/v1/merchants/{merchantId}/settlements/crypto",
      { settlements: [{ asset, destination }] },
    ],
    ["gateway", "GET", "/v1/gateway/payment/{id}", undefined],
  ] as const)("%s for %s %s", async ([needed, method, template, body]) => {
    const path = template.replace("{id}", paymentId).replace("{merchantId}", partner.merchantId);
    const answers = await Promise.all(
      [permissions.filter((each) => each !== needed), [needed], []].map(async (allowed) => {
        const { secret } = await createApiKey(partner.partnerId, "test", allowed);
        const headers = { "api-key": secret, "idempotency-key": secret };
        const answer = await api.as(partner)(method, path, body, headers);
        return [answer.status < 300, answer.status, answer.body.code ?? null];
      }),
    );
    expect(answers).toEqual([
      [false, 403, "forbidden"],
      [true, expect.any(Number), null],
      [false, 403, "forbidden"],
    ]);
  });
});

describe("a key with limits", () => {
  const limited = (limits: Parameters<typeof createApiKey>[3]) =>
    createApiKey(partner.partnerId, "limited", ["payments:read"], limits);
  const ask = (secret: string) => codeOf(details(), { "api-key": secret, "merchant-id": partner.merchantId });

  test("works until it expires, also while it is cached", async () => {
    const { secret } = await limited({ expiresAt: new Date(Date.now() + 60_000), allowedNetworks: [] });
    expect(await ask(secret)).toBe("200");
    const restore = useClock({ now: () => new Date(Date.now() + 60_001) });
    expect(await ask(secret)).toBe("401 invalid_api_key");
    restore();
  });

  test("works from its networks only", async () => {
    const [here, elsewhere] = [["127.0.0.0/8", "::1"], ["203.0.113.0/24"]];
    expect(await ask((await limited({ expiresAt: null, allowedNetworks: here })).secret)).toBe("200");
    expect(await ask((await limited({ expiresAt: null, allowedNetworks: elsewhere })).secret)).toBe("403 forbidden");
  });

  test("can't be created expired or with a malformed network", async () => {
    const now = { expiresAt: new Date(Date.now() - 1), allowedNetworks: [] };
    await expect(limited(now)).rejects.toMatchObject({ issues: [{ field: "expiresAt" }] });
    const unknown = { expiresAt: null, allowedNetworks: ["shop.example"] };
    await expect(limited(unknown)).rejects.toMatchObject({ issues: [{ field: "allowedNetworks" }] });
  });
});

describe("the cache forgets within five seconds:", () => {
  test("a revoked key", async () => {
    expect(await codeOf(details(), merchantHeaders())).toBe("200");
    await api.query("UPDATE api_key SET revoked_at = now() WHERE partner_id = $1", [partner.partnerId]);
    await passMs(rememberedForMs + 1);
    expect(await codeOf(details(), merchantHeaders())).toBe("401 invalid_api_key");
  });

  test("a key that lost a permission", async () => {
    expect(await codeOf(details(), merchantHeaders())).toBe("200");
    await api.query("UPDATE api_key SET permissions = '{gateway}' WHERE partner_id = $1", [partner.partnerId]);
    await passMs(rememberedForMs + 1);
    expect(await codeOf(details(), merchantHeaders())).toBe("403 forbidden");
  });

  test("a revoked app", async () => {
    expect(await codeOf(gatewayPayment(), { "app-id": partner.appId })).toBe("200");
    await api.query("UPDATE app SET revoked_at = now() WHERE id = $1", [partner.appId]);
    await passMs(rememberedForMs + 1);
    expect(await codeOf(gatewayPayment(), { "app-id": partner.appId })).toBe("401 invalid_app_id");
  });

  test("a wrong key is never cached", async () => {
    const secret = newSecret("live");
    expect(await codeOf(details(), { ...merchantHeaders(), "api-key": secret })).toBe("401 invalid_api_key");
    const hash = hashSecret(secret);
    await api.query("UPDATE api_key SET secret_hash = $2 WHERE partner_id = $1", [partner.partnerId, hash]);
    expect(await codeOf(details(), { ...merchantHeaders(), "api-key": secret })).toBe("200");
  });
});

describe("the gateway", () => {
  const unknownApp = () => newId("app", new Date());

  test.for([
    ["an app", () => ({ "app-id": partner.appId }), "200"],
    ["an app of another partner, because the payment id grants access", () => ({ "app-id": stranger.appId }), "200"],
    ["the app of the hosted checkout", () => ({ "app-id": "app_00000000000000000000000001" }), "200"],
    ["an app and its client", () => ({ "app-id": partner.appId, "client-id": "device 7" }), "200"],
    ["a key", () => ({ "api-key": partner.apiKey }), "200"],
    ["no credentials", () => ({}), "401 missing_auth_headers"],
    ["empty credentials", () => ({ "api-key": "", "app-id": "" }), "401 missing_auth_headers"],
    ["a client alone", () => ({ "client-id": "device 7" }), "401 missing_auth_headers"],
    ["an app that does not exist", () => ({ "app-id": unknownApp() }), "401 invalid_app_id"],
    ["text that isn't an app id", () => ({ "app-id": "x" }), "401 invalid_app_id"],
    ["a wrong key", () => ({ "api-key": newSecret("live") }), "401 invalid_api_key"],
    ["a valid app and a wrong key", () => ({ "app-id": partner.appId, "api-key": newSecret("live") }), "200"],
    ["a valid app and another partner's key", () => ({ "app-id": partner.appId, "api-key": stranger.apiKey }), "200"],
    ["a wrong app and a valid key", () => ({ "app-id": unknownApp(), "api-key": partner.apiKey }), "200"],
    ["a wrong app and a wrong key", () => ({ "app-id": "x", "api-key": newSecret("live") }), "401 invalid_api_key"],
    [
      "a wrong app and another partner's key",
      () => ({ "app-id": "x", "api-key": stranger.apiKey }),
      "404 payment_not_found",
    ],
    [
      "another partner's key in place of the payment's",
      () => ({ "api-key": stranger.apiKey }),
      "404 payment_not_found",
    ],
  ] as const)("given %s, returns the expected status", async ([, headers, code]) => {
    expect(await codeOf(gatewayPayment(), headers())).toBe(code);
  });
});
