import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { useClock } from "#lib/core/clock.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { type Answer, type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { type RateServer, startRateServer } from "#test/rates/rate-server.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const account = "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
let rates: RateServer;
let api: Api;
let partner: TestPartner;
let restoreClock = () => {};

beforeAll(async () => {
  rates = await startRateServer();
  api = await startApi({ RATES_URL: rates.url, RPC_URLS_8453: "http://127.0.0.1:1" });
  partner = await createPartner();
});
beforeEach(() => {
  rates.say({ EUR: 0.8, JPY: 150, KWD: 0.3125 });
  rateSource.forget();
});
afterEach(() => restoreClock());
afterAll(async () => {
  await api.stop();
  await rates.stop();
});

const create = (currency: string, value = "12500") =>
  api.as(partner)("POST", "/v1/payments", { referenceId: currency, amount: { unit: `iso4217/${currency}`, value } });
const optionsOf = (id: unknown) =>
  api.send("POST", `/v1/gateway/payment/${id}/options`, { accounts: [account] }, { "app-id": partner.appId });
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ""}`.trim();
const later = (ms: number) => {
  const at = Date.now() + ms;
  restoreClock = useClock({ now: () => new Date(at) });
};

describe("with a source of rates over HTTP", () => {
  test("every currency that the source knows is a valid unit, and lists sort amounts across currencies", async () => {
    for (const [currency, value] of [
      ["JPY", "3000"],
      ["KWD", "12500"],
      ["USD", "3000"],
      ["EUR", "1700"],
    ] as const) {
      expect(codeOf(await create(currency, value))).toBe("201");
    }
    const { body } = await api.as(partner)("GET", "/v1/payments?sortBy=amount&sortDir=asc");
    const listed = body.data as { referenceId: string; fees: { total: { unit: string; value: string } } }[];
    // 20.00, 21.25, 30.00 and 40.00 dollars.
    expect(listed.map(({ referenceId }) => referenceId)).toEqual(["JPY", "EUR", "USD", "KWD"]);
    // 10 cents are 15 yen; 0.4 % of 3,000 are 12.
    expect(listed[0]?.fees.total).toMatchObject({ unit: "iso4217/JPY", value: "27" });
  });

  test.for(["GBP", "XAU", "BTC"])(
    "a currency that the source doesn't know, such as %s, isn't a valid unit",
    async (currency) => {
      const answer = await create(currency);
      expect([codeOf(answer), issueFields(answer)]).toEqual(["400 params_validation", ["amount.unit"]]);
    },
  );
});

describe("while the source is unavailable", () => {
  test("and has never responded, only dollars are priced", async () => {
    rates.answerWith((_request, response) => response.writeHead(500).end());
    expect(codeOf(await create("JPY"))).toBe("502 bad_gateway");
    expect(codeOf(await create("USD"))).toBe("201");
  });

  test("euros, which euro tokens pay at par, are priced too unless the fee is in dollars", async () => {
    rates.answerWith((_request, response) => response.writeHead(500).end());
    const free = api.as(await createPartner({ fees: { fixedCents: 0, ppm: 4_000 } }));
    const coin = tokensOfChain(8453).find(({ peg }) => peg === "EUR");
    if (coin === undefined) throw new Error("there is no euro token");
    const price = (send: typeof free, unit: string, value: string) =>
      send("POST", "/v1/payments", { referenceId: "in euros", amount: { unit, value } });
    expect(codeOf(await price(free, "iso4217/EUR", "1250"))).toBe("201");
    expect(codeOf(await price(free, `caip19/${assetOf(coin)}`, "12500000"))).toBe("201");
    expect(codeOf(await price(free, "iso4217/JPY", "1250"))).toBe("502 bad_gateway");
    expect(codeOf(await create("EUR"))).toBe("502 bad_gateway");
  });

  test("its last response is used for an hour; then prices are refused, also for open payments", async () => {
    const { body } = await create("KWD");
    rates.answerWith((_request, response) => response.end("<html>"));
    later(14 * 60_000);
    expect(codeOf(await create("KWD"))).toBe("201");
    expect(codeOf(await optionsOf(body.paymentId))).toBe("200");
    later(60 * 60_000 + 1_000);
    const refused = await create("KWD");
    expect([refused.status, refused.body]).toEqual([
      502,
      {
        code: "bad_gateway",
        message: "The exchange rates are unavailable because their source did not answer. Try again.",
      },
    ]);
    rateSource.forget();
    restoreClock();
    expect(codeOf(await optionsOf(body.paymentId))).toBe("502 bad_gateway");
  });
});
