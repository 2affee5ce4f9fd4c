import { decodeTime } from "ulid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { type Answer, type Api, issueFields, type Send, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const now = new Date("2026-11-21T12:00:00.750Z");
const nowSeconds = Math.floor(now.getTime() / 1_000);
const request = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1250" } };
const checkout = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/oops" };
const stable = "2026-02-18";
const preview = "2026-02-19.preview";

let api: Api;
let partner: TestPartner;
let send: Send;
let restoreClock = () => {};

beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: "https://till.example", RPC_URLS_8453: "http://127.0.0.1:1" });
});
beforeEach(async () => {
  partner = await createPartner();
  send = api.as(partner);
  restoreClock = useClock({ now: () => now });
});
afterEach(() => restoreClock());
afterAll(() => api.stop());

const create = (fields: object = {}, headers: Record<string, string> = {}) =>
  send("POST", "/v1/payments", { ...request, ...fields }, headers);
const createOf = (unit: string, value: string) => create({ amount: { unit, value } });
const codeOf = ({ status, body }: Answer) => (body.code === undefined ? `${status}` : `${status} ${body.code}`);

async function countPayments(): Promise<number> {
  const sql = "SELECT count(*)::int AS count FROM payment WHERE partner_id = $1";
  const [row] = await api.query<{ count: number }>(sql, [partner.partnerId]);
  return row?.count ?? -1;
}

describe("a created payment", () => {
  test("returns its id, its link and an expiry in 15 minutes", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      paymentId: expect.any(String),
      live: true,
      status: "requires_action",
      isFinal: false,
      pollInMs: 1_000,
      expiresAt: nowSeconds + 900,
      gatewayUrl: `https://till.example/pay/${body.paymentId}`,
      referenceId: "order 1",
    });
  });

  test("has discounts, unless they are more than the other lines together", async () => {
    const lines = (discount: string) => [
      { name: "Coffee", quantity: 1, total: "500" },
      { name: "Voucher", quantity: 1, total: discount },
    ];
    expect(codeOf(await create({ lineItems: lines("-500") }))).toBe("201");
    const refused = await create({ lineItems: lines("-501") });
    expect([codeOf(refused), issueFields(refused)]).toEqual(["400 params_validation", ["lineItems"]]);
  });

  test("has the order that it was created with, in its details only", async () => {
    const lineItems = [
      { name: "قهوة ☕ <b>", quantity: 2, total: "9".repeat(78) },
      { name: "Voucher", quantity: 1_000_000, total: "0" },
    ];
    const order = { description: "Two \u202egnissel\u202c & a voucher", lineItems };
    const created = await create(order);
    expect(codeOf(created)).toBe("201");
    expect(created.body).not.toHaveProperty("lineItems");
    expect((await send("GET", `/v1/payments/${created.body.paymentId}`)).body).toMatchObject(order);
    const plain = await create({ description: null, lineItems: null });
    const { body } = await send("GET", `/v1/payments/${plain.body.paymentId}`);
    expect(Object.keys(body)).toEqual(["live", "referenceId", "status", "info", "settlement"]);
  });

  test("has an id that contains its creation time", async () => {
    const paymentId = String((await create()).body.paymentId);
    expect(isId("pay", paymentId)).toBe(true);
    expect(decodeTime(paymentId.slice("pay_".length))).toBe(now.getTime());
  });

  test("is stored as requested, with the caller's partner, merchant and fees", async () => {
    const { body } = await create({ expiresAt: nowSeconds + 600 });
    const [row] = await api.query("SELECT * FROM payment WHERE id = $1", [body.paymentId]);
    expect(row).toMatchObject({
      partner_id: partner.partnerId,
      merchant_id: partner.merchantId,
      reference_id: "order 1",
      status: "requires_action",
      version: 0,
      unit: "iso4217/USD",
      value: "1250",
      fee_currency: "USD",
      fee_fixed: "10",
      fee_ppm: 4_000,
      created_at: now,
      expires_at: new Date((nowSeconds + 600) * 1_000),
      success_url: null,
      error_url: null,
    });
  });

  test("can be created and read under the previous path too", async () => {
    const created = await send("POST", "/v1/merchant/payment", request);
    expect(created.status).toBe(201);
    const paths = [
      `/v1/merchant/payment/${created.body.paymentId}/status`,
      `/v1/payments/${created.body.paymentId}/status`,
    ];
    for (const path of paths) {
      expect((await send("GET", path)).body).toEqual({
        live: true,
        status: "requires_action",
        isFinal: false,
        pollInMs: 1_000,
        info: null,
      });
    }
  });
});

describe("a payment is refused with the invalid field:", () => {
  test.for([
    ["no reference", { referenceId: undefined }, "referenceId"],
    ["an empty reference", { referenceId: "" }, "referenceId"],
    ["a reference of 36 characters", { referenceId: "x".repeat(36) }, "referenceId"],
    ["a reference with an underscore", { referenceId: "order_1" }, "referenceId"],
    ["no amount", { amount: undefined }, "amount"],
    ["no unit", { amount: { value: "1250" } }, "amount.unit"],
    ["no value", { amount: { unit: "iso4217/USD" } }, "amount.value"],
    ["a value of zero", { amount: { unit: "iso4217/USD", value: "0" } }, "amount.value"],
    ["a value with a leading zero", { amount: { unit: "iso4217/USD", value: "01250" } }, "amount.value"],
    ["a negative value", { amount: { unit: "iso4217/USD", value: "-1250" } }, "amount.value"],
    ["a value with a point", { amount: { unit: "iso4217/USD", value: "12.50" } }, "amount.value"],
    ["a value as a number", { amount: { unit: "iso4217/USD", value: 1250 } }, "amount.value"],
    ["a value of 79 digits", { amount: { unit: "iso4217/USD", value: "9".repeat(79) } }, "amount.value"],
    ["a malformed unit", { amount: { unit: "USD", value: "1250" } }, "amount.unit"],
    ["an unknown currency", { amount: { unit: "iso4217/ABC", value: "1250" } }, "amount.unit"],
    ["a currency in lower case", { amount: { unit: "iso4217/usd", value: "1250" } }, "amount.unit"],
    ["a currency without a rate", { amount: { unit: "iso4217/JPY", value: "1250" } }, "amount.unit"],
    ["a token that is not supported", { amount: { unit: `caip19/eip155:1/erc20:${usdc}`, value: "9" } }, "amount.unit"],
    [
      "a token on a chain that is not enabled",
      { amount: { unit: "caip19/eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", value: "1250000" } },
      "amount.unit",
    ],
    [
      "a wrong checksum",
      { amount: { unit: `caip19/eip155:8453/erc20:${usdc.replace("fCD", "fcD")}`, value: "1250000" } },
      "amount.unit",
    ],
    ["a token without its prefix", { amount: { unit: `eip155:8453/erc20:${usdc}`, value: "1250000" } }, "amount.unit"],
    ["an expiry in milliseconds", { expiresAt: now.getTime() + 600_000 }, "expiresAt"],
    ["an expiry as text", { expiresAt: String(nowSeconds + 600) }, "expiresAt"],
    ["an expiry with a fraction", { expiresAt: nowSeconds + 600.5 }, "expiresAt"],
    ["an expiry in the past", { expiresAt: nowSeconds - 1 }, "expiresAt"],
    ["an expiry at the beginning of time", { expiresAt: 0 }, "expiresAt"],
    ["an unknown key", { status: "succeeded" }, "status"],
    ["another partner's id", { partnerId: "prt_1" }, "partnerId"],
  ] as const)("%s", async ([, fields, field]) => {
    const answer = await create(fields);
    expect([codeOf(answer), [...new Set(issueFields(answer))]]).toEqual(["400 params_validation", [field]]);
    expect(await countPayments()).toBe(0);
  });

  test.for([
    ["malformed JSON", "{", "400 invalid_params"],
    ["no body", "", "400 params_validation"],
    ["a list", "[]", "400 params_validation"],
    ["a body over 64 KiB", `{"referenceId":"${"x".repeat(65_536)}"}`, "413 invalid_params"],
  ] as const)("not by a field but as a whole: %s", async ([, body, code]) => {
    expect(codeOf(await send("POST", "/v1/payments", body))).toBe(code);
  });

  test("another content type, without a field", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""]) {
      const answer = await send("POST", "/v1/payments", request, { "content-type": type });
      expect(codeOf(answer), type).toBe("415 invalid_params");
    }
    const spelled = await send("POST", "/v1/payments", request, { "content-type": "Application/JSON; charset=utf-8" });
    expect(spelled.status).toBe(201);
  });

  test("an unknown query parameter", async () => {
    const answer = await send("POST", "/v1/payments?dryRun=true", request);
    expect([codeOf(answer), issueFields(answer)]).toEqual(["400 params_validation", ["dryRun"]]);
  });
});

describe("the expiry must be 60 seconds to 7 days ahead:", () => {
  // The clock is at 0.75 s: a client that adds 60 to its own whole seconds is not refused for the fraction.
  test.for([
    [59, "400 params_validation"],
    [60, "201"],
    [7 * 86_400, "201"],
    [7 * 86_400 + 1, "400 params_validation"],
  ] as const)("%s s after the second of now: %s", async ([seconds, code]) => {
    const answer = await create({ expiresAt: nowSeconds + seconds });
    expect(codeOf(answer)).toBe(code);
    if (code === "201") expect(answer.body.expiresAt).toBe(nowSeconds + seconds);
    else expect(issueFields(answer)).toEqual(["expiresAt"]);
  });

  test.for([60, 7 * 86_400])("exactly %s s are accepted", async (seconds) => {
    restoreClock();
    restoreClock = useClock({ now: () => new Date(nowSeconds * 1_000) });
    expect(codeOf(await create({ expiresAt: nowSeconds + seconds }))).toBe("201");
  });
});

describe("an amount", () => {
  test.for([
    ["of euros", "iso4217/EUR", "1250"],
    ["of a token", `caip19/eip155:8453/erc20:${usdc}`, "1250000"],
    ["of a token in lower case", `caip19/eip155:8453/erc20:${usdc.toLowerCase()}`, "1250000"],
    ["of the maximum size", "iso4217/USD", "9".repeat(78)],
  ] as const)("may be %s", async ([, unit, value]) => {
    expect(codeOf(await createOf(unit, value))).toBe("201");
  });

  test.for([
    ["dollars", "iso4217/USD", 12, "0.12 USD"],
    ["euros, where 10 US cents are 10 cents, rounded up", "iso4217/EUR", 12, "0.12 EUR"],
    ["USDC", `caip19/eip155:8453/erc20:${usdc}`, 100_403, "0.100403 USDC"],
  ] as const)("must exceed the fees of 10 cents and 0.4 %%, in %s", async ([, unit, least, formatted]) => {
    const [answer, lowest] = [await createOf(unit, String(least - 1)), await createOf(unit, "1")];
    expect([codeOf(answer), issueFields(answer)]).toEqual(["400 params_validation", ["amount.value"]]);
    expect(answer.body.message).toBe(`amount.value must be at least ${formatted} to cover fees`);
    expect(lowest.text).toBe(answer.text);
    expect(codeOf(await createOf(unit, String(least)))).toBe("201");
  });

  test("of one cent is accepted for a partner without fees", async () => {
    send = api.as(await createPartner({ fees: { fixedCents: 0, ppm: 0 } }));
    expect(codeOf(await createOf("iso4217/USD", "1"))).toBe("201");
  });
});

describe("only an active merchant accepts payments:", () => {
  test.for(["inactive", "suspended"])("one that is %s doesn't", async (status) => {
    await api.query("UPDATE merchant SET status = $2::merchant_status WHERE id = $1", [partner.merchantId, status]);
    expect(codeOf(await create())).toBe("403 forbidden");
    expect(await countPayments()).toBe(0);
  });

  test("one deleted during the request doesn't", async () => {
    expect(codeOf(await create())).toBe("201");
    await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);
    expect(codeOf(await create())).toBe("403 forbidden");
    expect(await countPayments()).toBe(1);
  });

  test("one deleted earlier doesn't", async () => {
    await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);
    expect(codeOf(await create())).toBe("403 forbidden");
  });
});

describe("the version of a request", () => {
  test("is echoed: the requested one, or the partner's pinned one", async () => {
    for (const [headers, version] of [
      [{}, stable],
      [{ "service-version": preview }, preview],
      [{ "wcp-version": preview }, preview],
      [{ "api-version": preview }, preview],
      [{ "api-version": preview, "service-version": stable }, stable],
    ] as const) {
      const answer = (await create({}, { ...headers })).headers;
      expect([answer.get("service-version"), answer.get("wcp-version")]).toEqual([version, version]);
    }
  });

  test.for([
    ["service-version", "tomorrow", "400 invalid_api_version"],
    ["wcp-version", "2026-02", "400 invalid_api_version"],
    ["api-version", "1", "400 invalid_api_version"],
    ["service-version", "2025-01-01", "400 unknown_api_version"],
    ["wcp-version", "2026-02-19", "400 unknown_api_version"],
    ["api-version", "2026-02-18.preview", "400 unknown_api_version"],
  ] as const)("in %s may not be %s", async ([name, value, code]) => {
    const answer = await create({}, { [name]: value });
    expect([codeOf(answer), answer.headers.get("service-version")]).toEqual([code, stable]);
    expect(await countPayments()).toBe(0);
  });

  test("2026-02-18 refuses checkout", async () => {
    const answer = await create({ checkout }, { "service-version": stable });
    expect([codeOf(answer), issueFields(answer)]).toEqual(["400 params_validation", ["checkout"]]);
    expect(answer.body.message).toBe("checkout can't be set in this version; send Service-Version: 2026-02-19.preview");
  });

  test.for([stable, preview])("%s takes null for an expiry and a checkout that are left out", async (version) => {
    const answer = await create({ expiresAt: null, checkout: null }, { "service-version": version });
    expect([codeOf(answer), answer.body.expiresAt]).toEqual(["201", nowSeconds + 900]);
    const rows = await api.query("SELECT success_url, error_url FROM payment WHERE id = $1", [answer.body.paymentId]);
    expect(rows).toEqual([{ success_url: null, error_url: null }]);
  });

  test("2026-02-19.preview accepts and stores checkout", async () => {
    const answer = await create({ checkout }, { "service-version": preview });
    expect(codeOf(answer)).toBe("201");
    const rows = await api.query("SELECT success_url, error_url FROM payment WHERE id = $1", [answer.body.paymentId]);
    expect(rows).toEqual([{ success_url: checkout.successUrl, error_url: checkout.errorUrl }]);
  });

  test("may be pinned for the partner and overridden by a header", async () => {
    await api.query("UPDATE partner SET service_version = $2 WHERE id = $1", [partner.partnerId, preview]);
    const created = await create({ checkout });
    expect(codeOf(created)).toBe("201");
    expect(codeOf(await create({ checkout }, { "service-version": stable }))).toBe("400 params_validation");
    // A wallet names no partner, so its requests follow the pin of the payment's.
    const asWallet = (headers: Record<string, string>) =>
      api.send("GET", `/v1/gateway/payment/${created.body.paymentId}`, undefined, {
        "app-id": partner.appId,
        ...headers,
      });
    const [pinned, asked] = [await asWallet({}), await asWallet({ "wcp-version": stable })];
    expect([pinned.headers.get("wcp-version"), pinned.body.checkout]).toEqual([preview, checkout]);
    expect([asked.headers.get("wcp-version"), asked.body.checkout]).toEqual([stable, undefined]);
  });
});
