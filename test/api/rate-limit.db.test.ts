import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { revokeApp } from "#lib/domain/partners/apps/revoke-app.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const [perKey, perApp, perAddress] = [5, 4, 3];
const optionsPerPayment = 3;
let api: Api;
let partner: TestPartner;
let address: string;

beforeAll(async () => {
  api = await startApi({
    RATE_LIMIT_PER_KEY: String(perKey),
    RATE_LIMIT_PER_APP: String(perApp),
    RATE_LIMIT_PER_ADDRESS: String(perAddress),
    RATE_LIMIT_OPTIONS_PER_PAYMENT: String(optionsPerPayment),
    TRUST_PROXY: "1",
    ANY_APP_ID: "true",
  });
});
afterAll(() => api.stop());

let lastAddress = 0;
/** An address that no request has used before. */
function newAddress(): string {
  lastAddress += 1;
  return `203.0.113.${lastAddress}`;
}

// Every test has its own partner and address, and so its own budgets.
beforeEach(async () => {
  partner = await createPartner();
  address = newAddress();
});

type Headers = Readonly<Record<string, string>>;
const get = (path: string, headers: Headers = {}, from = address) =>
  api.send("GET", path, undefined, { "x-forwarded-for": from, ...headers });
const unknownPayment = () => newId("pay", new Date());
const byKey = (from?: string) =>
  get(`/v1/payments/${unknownPayment()}`, { "api-key": partner.apiKey, "merchant-id": partner.merchantId }, from);
const byApp = (from?: string) => get(`/v1/gateway/payment/${unknownPayment()}`, { "app-id": partner.appId }, from);
const byWrongKey = (from?: string, apiKey = newSecret("live")) =>
  get("/v1/payments/pay_1", { "api-key": apiKey }, from);

async function repeat<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await act());
  return results;
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const same = (status: number, times: number) => Array.from({ length: times }, () => status);
const makeNoise = (from = address) => repeat(perAddress + 1, () => byWrongKey(from));

describe("an API key", () => {
  test("is admitted up to its limit, then told when to retry", async () => {
    const answers = await repeat(perKey + 2, byKey);
    expect(statuses(answers)).toEqual([...same(404, perKey), 429, 429]);
    const refused = answers.at(-1);
    expect(refused?.body).toEqual({ code: "rate_limited", message: "Too many requests. Try again later." });
    const seconds = Number(refused?.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused?.headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
  });

  test("sees on every response what remains of its limit", async () => {
    const answers = await repeat(2, byKey);
    expect(answers.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual(['"key";q=5;w=60', '"key";q=5;w=60']);
    expect(answers.map(({ headers }) => headers.get("ratelimit")?.split(";t=")[0])).toEqual(['"key";r=4', '"key";r=3']);
  });

  test("has one budget across addresses, separate from every other key's", async () => {
    await repeat(perKey, () => byKey(newAddress()));
    expect((await byKey(newAddress())).status).toBe(429);
    partner = await createPartner();
    expect((await byKey()).status).toBe(404);
  });

  test("is also counted when it lacks the permission", async () => {
    const stranger = (await createPartner()).merchantId;
    const forbidden = () => get("/v1/payments/pay_1", { "api-key": partner.apiKey, "merchant-id": stranger });
    expect(statuses(await repeat(perKey + 1, forbidden))).toEqual([...same(403, perKey), 429]);
    expect((await byWrongKey()).headers.get("ratelimit")).toMatch(`"address";r=${perAddress - 1}`);
  });

  test("is also counted when its request is invalid", async () => {
    const wrong = () => get("/v1/payments/pay_1?x=1", { "api-key": partner.apiKey, "merchant-id": partner.merchantId });
    expect(statuses(await repeat(perKey + 1, wrong))).toEqual([...same(400, perKey), 429]);
  });

  test("is counted once for a long poll", async () => {
    const amount = { unit: "iso4217/USD", value: "1000" };
    const created = await api.as(partner)("POST", "/v1/payments", { referenceId: "order 1", amount });
    const poll = await api.as(partner)("GET", `/v1/payments/${created.body.paymentId}/status?maxPollMs=1200`);
    expect(poll.status).toBe(200);
    expect(poll.headers.get("ratelimit")).toMatch(`"key";r=${perKey - 2};`);
    expect((await byKey()).headers.get("ratelimit")).toMatch(`"key";r=${perKey - 3};`);
  });
});

describe("credentials that a limit has refused", () => {
  test("are refused again from memory, before they are looked up, and their connections are closed", async () => {
    const wrongKey = newSecret("live");
    const refused = await repeat(perAddress + 1, () => byWrongKey(address, wrongKey));
    expect(statuses(refused)).toEqual([...same(401, perAddress), 429]);
    const [again, ofOthers] = await api.holding("LOCK TABLE api_key", async () => {
      const waiting = byWrongKey(address);
      return [await byWrongKey(address, wrongKey), waiting];
    });
    expect([again.status, again.headers.get("connection")]).toEqual([429, "close"]);
    expect(again.headers.get("ratelimit")).toMatch(/^"address";r=0;/);
    expect((await ofOthers).status).toBe(429);
    expect(refused.map(({ headers }) => headers.get("connection"))).not.toContain("close");
  });

  test("and a good key at the same address, or the key at another one, are not", async () => {
    await makeNoise();
    expect((await byKey()).status).toBe(404);
    await repeat(perKey, () => byKey());
    expect((await byKey()).headers.get("connection")).toBe("close");
    const otherKey = await createPartner();
    expect((await api.as(otherKey)("GET", "/v1/merchants")).status).toBe(200);
  });

  test("unless they are longer than any credentials, which would fill the memory", async () => {
    const send = () => byWrongKey(address, "x".repeat(5_000));
    expect(statuses(await repeat(perAddress + 1, send))).toEqual([...same(401, perAddress), 429]);
    expect((await send()).headers.get("connection")).not.toBe("close");
  });

  test("an unknown path doesn't make them so", async () => {
    const lost = () => get("/v1/none", { "api-key": partner.apiKey });
    expect(statuses(await repeat(perAddress + 1, lost))).toEqual([...same(404, perAddress), 429]);
    expect((await byKey()).status).toBe(404);
  });
});

describe("an app", () => {
  test("has a budget for each address, because its id is public", async () => {
    expect(statuses(await repeat(perApp + 1, byApp))).toEqual([...same(404, perApp), 429]);
    const elsewhere = await byApp(newAddress());
    expect(elsewhere.status).toBe(404);
    expect(elsewhere.headers.get("ratelimit-policy")).toBe('"app";q=4;w=60');
  });
});

describe("an unregistered App-Id, with ANY_APP_ID,", () => {
  const byStranger = (appId: string) => get(`/v1/gateway/payment/${unknownPayment()}`, { "app-id": appId });

  test("is admitted up to the limit of its address, whatever ids that sends", async () => {
    const ids = [
      "0123456789abcdef0123456789abcdef",
      "another-kit_project-id",
      "third_kit_project_id",
      "a_fourth_kit_project",
    ];
    const answers = [];
    for (const id of ids) answers.push(await byStranger(id));
    expect(statuses(answers)).toEqual([...same(404, perAddress), 429]);
    expect(await api.query("SELECT id FROM app WHERE id = ANY($1)", [ids])).toEqual([]);
  });

  test("is refused when it is malformed or revoked", async () => {
    await api.query("UPDATE app SET revoked_at = now() WHERE id = $1", [partner.appId]);
    const answers = [await byStranger("too-short"), await byApp()];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([401, "invalid_app_id"]));
  });
});

describe("a wallet kit's App-Id that a partner has registered, with ANY_APP_ID,", () => {
  const register = async (id: string) => {
    const scope = { partnerId: partner.partnerId, merchantId: null };
    await inTransaction((tx) => createApp(tx, scope, { name: "Kit", icon: null, id }));
    return { scope, ask: (from?: string) => get(`/v1/gateway/payment/${unknownPayment()}`, { "app-id": id }, from) };
  };

  test("counts against the address, and not against that partner: its requests don't lock out other wallets", async () => {
    const { ask } = await register("kit-of-many-wallets-1");
    expect(statuses(await repeat(perAddress + 1, ask))).toEqual([...same(404, perAddress), 429]);
    // Twice what the partner's apps have together.
    expect(statuses(await repeat(4 * perKey, () => ask(newAddress())))).toEqual(same(404, 4 * perKey));
    expect((await byKey()).status).toBe(404);
  });

  test("is still accepted when that partner revokes it", async () => {
    const { scope, ask } = await register("kit-of-many-wallets-2");
    await revokeApp(scope, "kit-of-many-wallets-2");
    expect((await ask()).status).toBe(404);
  });
});

describe("an address", () => {
  test.for([
    ["keys that do not exist", () => byWrongKey(), 401],
    ["malformed keys", () => byWrongKey(undefined, "x"), 401],
    ["no key", () => get("/v1/payments/pay_1"), 401],
    ["no credentials at the gateway", () => get("/v1/gateway/payment/pay_1"), 401],
    ["a malformed app", () => get("/v1/gateway/payment/pay_1", { "app-id": "unknown" }), 401],
    ["a key without its merchant", () => get("/v1/payments/pay_1", { "api-key": newSecret("live") }), 401],
    ["unknown paths", () => get("/v1/nothing"), 404],
    ["wrong methods", () => api.send("PATCH", "/v1/payments/pay_1", undefined, { "x-forwarded-for": address }), 405],
  ] as const)("is refused after too many requests with %s", async ([, send, status]) => {
    const answers = await repeat(perAddress + 2, send);
    expect(statuses(answers)).toEqual([...same(status, perAddress), 429, 429]);
    expect(answers.map(({ headers }) => headers.get("ratelimit")?.split(";t=")[0])).toEqual(
      [2, 1, 0, 0, 0].map((left) => `"address";r=${left}`),
    );
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(50);
  });

  test("isn't counted for admitted requests or preflights", async () => {
    await repeat(perKey, byKey);
    await repeat(perAddress + 2, () => api.send("OPTIONS", "/v1/payments", undefined, { "x-forwarded-for": address }));
    expect((await byWrongKey()).headers.get("ratelimit")).toMatch(`"address";r=${perAddress - 1}`);
  });

  test("can't be forged by a header from the client", async () => {
    await repeat(perAddress, () => byWrongKey(`${newAddress()}, ${address}`));
    expect((await byWrongKey(`${newAddress()}, ${address}`)).status).toBe(429);
  });

  test("that is refused doesn't affect other addresses", async () => {
    await makeNoise();
    expect((await byWrongKey(newAddress())).status).toBe(401);
  });
});

test("the options of one payment are requested up to a limit, from all addresses together", async () => {
  const [payment, other] = [await createTestPayment(partner), await createTestPayment(partner)] as const;
  const accounts = ["eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"];
  const ask = (id: string) =>
    api.send(
      "POST",
      `/v1/gateway/payment/${id}/options`,
      { accounts },
      {
        "x-forwarded-for": newAddress(),
        "app-id": partner.appId,
      },
    );
  const answers = await repeat(optionsPerPayment + 1, () => ask(payment));
  expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true]);
  expect(answers.at(-1)?.body.code).toBe("rate_limited");
  expect((await ask(other)).status).not.toBe(429);
});

test("a request for options counts once for every ten accounts that it names", async () => {
  const payment = await createTestPayment(partner);
  const account = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const ask = (accounts: number) =>
    api.send(
      "POST",
      `/v1/gateway/payment/${payment}/options`,
      { accounts: Array.from({ length: accounts }, () => account) },
      { "x-forwarded-for": newAddress(), "app-id": partner.appId },
    );
  expect((await ask(20)).status).not.toBe(429);
  expect((await ask(11)).status).toBe(429);
});

describe("a flood of wrong keys", () => {
  test("doesn't lock out good keys and apps at the same address", async () => {
    expect(statuses([await byKey(), await byApp()])).toEqual([404, 404]);
    await makeNoise();
    const flood = Array.from({ length: 200 }, () => byWrongKey());
    const [known, app] = await Promise.all([repeat(3, byKey), repeat(2, byApp), ...flood]);
    expect(statuses(known)).toEqual([404, 404, 404]);
    expect(statuses(app)).toEqual([404, 404]);
    expect(new Set(statuses(await Promise.all(flood)))).toEqual(new Set([429]));
  });

  test("doesn't lock out a key that is used there for the first time", async () => {
    await makeNoise();
    expect((await byKey()).status).toBe(404);
    expect((await byApp()).status).toBe(404);
  });
});
