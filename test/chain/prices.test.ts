import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Token } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type RateServer, startRateServer } from "#test/rates/rate-server.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const eurc = getToken("eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42");
const usdcOnBsc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const usdtOnBsc = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");

type Amount = { unit: string; value: string; display: Record<string, unknown> };
type Option = { id: string; amount: Amount };
let rates: RateServer;
let till: Till;
let base: TestChain;
let api: ApiClient;

beforeAll(async () => {
  rates = await startRateServer();
  rates.say({ EUR: 0.8, JPY: 150, KWD: "0.3125", GBP: 0.75 });
  process.env.RATES_URL = rates.url;
  till = await startTill({ chainIds: [8453, 56] });
  base = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner({ fees: { fixedCents: 0, ppm: 10_000 } }));
  await till.startWorker();
});
afterAll(async () => {
  await till.stop();
  await rates.stop();
});

const buyerAt = (index: number) => base.accounts.buyers[index] as TestChain["accounts"]["relayer"];
const unitOf = ({ chainId, address }: { chainId: number; address: string }) =>
  `caip19/eip155:${chainId}/erc20:${address}`;

async function optionsOf(paymentId: string, index = 0): Promise<Map<string, string>> {
  const { address } = buyerAt(index);
  const accounts = [8453, 56].map((chainId) => toCaip10({ chainId, address }));
  const { body } = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  return new Map((body.options as Option[]).map(({ amount }) => [amount.unit, amount.value]));
}

async function listed(paymentId: string): Promise<Record<string, unknown>> {
  const { body } = await api.merchant("GET", "/v1/payments?limit=200");
  const found = (body.data as { paymentId: string }[]).find((item) => item.paymentId === paymentId);
  if (found === undefined) throw new Error(`${paymentId} is not listed`);
  return found;
}

const yen = (value: string): Amount => ({
  unit: "iso4217/JPY",
  value,
  display: { assetSymbol: "JPY", assetName: "Yen", decimals: 0 },
});

describe("a payment of", () => {
  test.for([
    ["1,500 yen", "JPY", 0, "1500", "10", "8"],
    ["12.345 dinars", "KWD", 3, "12345", "39.51", "31.61"],
    ["19.99 pounds, which aren't a whole number of dollars", "GBP", 2, "1999", "26.66", "21.33"],
  ] as const)(
    "%s is offered in every token at its worth, rounded up to cents",
    async ([, code, decimals, value, dollars, euros]) => {
      const { paymentId } = await api.createPayment({ amount: { unit: `iso4217/${code}`, value } });
      const atomic = (amount: string, digits: number) => {
        const [whole, fraction = ""] = amount.split(".");
        return String(BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0")));
      };
      const options = await optionsOf(paymentId);
      expect(Object.fromEntries(options)).toEqual({
        [unitOf(usdc)]: atomic(dollars, 6),
        [unitOf(eurc)]: atomic(euros, 6),
        [unitOf(usdcOnBsc)]: atomic(dollars, 18),
        [unitOf(usdtOnBsc)]: atomic(dollars, 18),
      });
      const { body } = await api.gateway("GET", `/v1/gateway/payment/${paymentId}`);
      expect(body.amount).toMatchObject({ unit: `iso4217/${code}`, value, display: { assetSymbol: code, decimals } });
    },
  );

  test("yen keeps the price of an offered option, however the rate changes before the confirm", async () => {
    const buyer = buyerAt(1);
    const sinceBlock = (await base.client.getBlockNumber()) + 1n;
    const { paymentId } = await api.createPayment({ amount: { unit: "iso4217/JPY", value: "1500" } });
    const option = await getFirstOption(api, paymentId, buyer);
    const signature = await signOption(option, buyer);
    const before = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/fetch`, { optionId: option.id });
    rates.say({ EUR: 0.8, JPY: 100, KWD: 0.3125, GBP: 0.75 });
    rateSource.forget();
    expect((await optionsOf(paymentId, 1)).get(unitOf(usdc))).toBe("15000000");
    const after = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/fetch`, { optionId: option.id });
    expect(after.body).toEqual(before.body);
    expect((await confirm(api, paymentId, option.id, signature)).status).toBe(200);
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    expect(await listCollected(base, usdc, buyer.address, sinceBlock)).toEqual([10_000_000n]);
    const paid = { unit: unitOf(usdc), value: "10000000" };
    const { body: status } = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
    expect(status.info).toMatchObject({ optionAmount: paid });
    expect(await listed(paymentId)).toMatchObject({
      fiatAmount: yen("1500"),
      tokenAmount: paid,
      fees: { total: yen("15"), percentage: "1" },
    });
  });
});

test("an option of a token that has lost its peg since is refused, and accepted once it is back", async () => {
  const buyer = buyerAt(2);
  rates.say({ EUR: 0.8, JPY: 150, KWD: 0.3125, GBP: 0.75, USDC: 1 });
  rateSource.forget();
  const { paymentId } = await api.createPayment({ amount: { unit: "iso4217/JPY", value: "1500" } });
  const option = await getFirstOption(api, paymentId, buyer);
  const signature = await signOption(option, buyer);
  rates.say({ EUR: 0.8, JPY: 150, KWD: 0.3125, GBP: 0.75, USDC: 1.05 });
  rateSource.forget();
  // Loads the rates.
  await optionsOf(paymentId, 2);
  const refused = await confirm(api, paymentId, option.id, signature);
  expect(refused).toMatchObject({ status: 502, body: { code: "bad_gateway" } });
  expect(refused.body.message).toContain("USDC is off its peg, so payments in it are paused.");
  rates.say({ EUR: 0.8, JPY: 150, KWD: 0.3125, GBP: 0.75, USDC: 1 });
  rateSource.forget();
  await optionsOf(paymentId, 2);
  expect((await confirm(api, paymentId, option.id, signature)).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
});

test("an option ends with its rate, so that no price is older than the limit of its rate", async () => {
  rateSource.forget();
  await api.createPayment({ amount: { unit: "iso4217/JPY", value: "1500" } });
  rates.answerWith((_request, response) => response.writeHead(500).end());
  const at = Date.now() + 57 * 60_000;
  const restoreClock = useClock({ now: () => new Date(at) });
  const { paymentId } = await api.createPayment({ amount: { unit: "iso4217/EUR", value: "1500" } });
  const accounts = [toCaip10({ chainId: 8453, address: buyerAt(0).address })];
  const { body } = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  restoreClock();
  const options = body.options as (Option & { expiresAt: number })[];
  const secondsOf = (token: Token) =>
    (options.find(({ amount }) => amount.unit === unitOf(token))?.expiresAt ?? 0) - Math.floor(at / 1_000);
  expect(secondsOf(usdc)).toBeGreaterThan(150);
  expect(secondsOf(usdc)).toBeLessThanOrEqual(180);
  // Euros in euros need no rate.
  expect(secondsOf(eurc)).toBeGreaterThanOrEqual(300);
  rates.say({ EUR: 0.8, JPY: 150, KWD: "0.3125", GBP: 0.75 });
  rateSource.forget();
});

describe("a payment of an amount of a token", () => {
  test.for([
    ["EURC", eurc, "12345678", "EUR", "1234"],
    ["USDC on BNB Smart Chain, 18 decimals", usdcOnBsc, "12345678901234567890", "USD", "1234"],
  ] as const)(
    "of %s is payable only in that token, one to one, and shown in it",
    async ([, token, value, code, cents]) => {
      const unit = unitOf(token);
      const { paymentId } = await api.createPayment({ amount: { unit, value } });
      expect([...(await optionsOf(paymentId, 2))]).toEqual([[unit, value]]);
      const { decimals, symbol: assetSymbol, name: assetName } = token;
      const shown = { unit, value, display: { assetSymbol, assetName, decimals } };
      const { body } = await api.gateway("GET", `/v1/gateway/payment/${paymentId}`);
      expect(body).toMatchObject({ status: "requires_action", amount: shown });
      expect(await listed(paymentId)).toMatchObject({
        tokenAmount: shown,
        fiatAmount: { unit: `iso4217/${code}`, value: cents, display: { assetSymbol: code, decimals: 2 } },
        fees: { total: { unit } },
      });
    },
  );

  test("is collected in full, and counts as revenue in the token's currency", async () => {
    const buyer = buyerAt(3);
    const sinceBlock = (await base.client.getBlockNumber()) + 1n;
    const amount = { unit: unitOf(eurc), value: "12345678" };
    const { paymentId } = await api.createPayment({ amount, referenceId: "in euros" });
    const option = await getFirstOption(api, paymentId, buyer);
    await confirm(api, paymentId, option.id, await signOption(option, buyer));
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    expect(await listCollected(base, eurc, buyer.address, sinceBlock)).toEqual([12_345_678n]);
    const { body: details } = await api.merchant("GET", `/v1/payments/${paymentId}`);
    expect(details).toMatchObject({ status: "succeeded", info: { optionAmount: amount } });
    const { body: page } = await api.merchant("GET", "/v1/payments?referenceId=in+euros");
    expect(page.stats).toMatchObject({
      totalRevenue: [{ amount: 12.34, currency: "EUR" }],
      totalRefunded: [],
      totalTransactions: 1,
      totalCustomers: 1,
    });
  });
});
