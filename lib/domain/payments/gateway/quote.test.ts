import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assetOf, type Token, tokens } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import type { Money, Ratio } from "#lib/core/money.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";
import { quoteIn, quoteInEach } from "#lib/domain/payments/gateway/quote.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { createStaticRateSource } from "#lib/domain/payments/rates/static-rate-source.ts";
import { makePayment } from "#test/domain/payment.ts";

const noFees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };

function tokenOn(chainId: number, symbol: string): Token {
  const token = tokens.find((each) => each.chainId === chainId && each.symbol === symbol);
  if (token === undefined) throw new Error(`no ${symbol} on ${chainId}`);
  return token;
}

const usdc = tokenOn(8453, "USDC");
const eurc = tokenOn(8453, "EURC");
const usdcOnBsc = tokenOn(56, "USDC");

const usable = (token: Token) => ({ token, method: token.method, domain: token.domains[0] ?? null });
const fiat = (currency: string, value: bigint) => ({ unit: { kind: "fiat", currency } as const, value });
const inToken = (token: Token, value: bigint) => ({ unit: { kind: "token", asset: assetOf(token) } as const, value });

/** A rate source with one rate for every pair of currencies. */
const flat = (ratio: Ratio): RateSource => ({ rate: () => Promise.resolve(ratio) });

describe("the price in a token", () => {
  const rates = createStaticRateSource({ EUR: "1.08" });

  test.for([
    ["12.50 USD in USDC, 6 decimals", fiat("USD", 1_250n), usdc, 12_500_000n],
    ["12.50 USD in USDC on BNB Smart Chain, 18 decimals", fiat("USD", 1_250n), usdcOnBsc, 12_500_000_000_000_000_000n],
    ["10.80 USD in EURC at 1.08", fiat("USD", 1_080n), eurc, 10_000_000n],
    ["10.00 EUR in USDC at 1.08", fiat("EUR", 1_000n), usdc, 10_800_000n],
    ["0.01 USD in EURC, rounded up to a cent", fiat("USD", 1n), eurc, 10_000n],
    ["24.90 USD in EURC at 1.08, rounded up to a cent", fiat("USD", 2_490n), eurc, 23_060_000n],
    ["5 USDC in USDC", inToken(usdc, 5_000_000n), usdc, 5_000_000n],
  ] as const)("of %s", async ([, amount, token, price]) => {
    const quote = await quoteIn(rates, makePayment({ amount, fees: noFees }), usable(token));
    expect(quote).toMatchObject({ amount: price, fee: 0n });
  });

  test.for([
    ["a currency without a rate", fiat("JPY", 1_000n), usdc],
    ["a token other than the price's own", inToken(usdc, 1_000n), eurc],
    ["the same token on another chain", inToken(usdc, 1_000n), tokenOn(1, "USDC")],
  ] as const)("does not exist for %s", async ([, amount, token]) => {
    expect(await quoteIn(rates, makePayment({ amount, fees: noFees }), usable(token))).toBeNull();
  });

  test("is less than a cent above the exact price and less than one smallest unit below it, for any decimals and rate", async () => {
    const anyPart = fc.bigInt({ min: 1n, max: 10n ** 18n });
    const anyRate = fc.record({ numerator: anyPart, denominator: anyPart });
    const anyValue = fc.bigInt({ min: 1n, max: 10n ** 40n });
    const currencies = fc.constantFrom("JPY", "USD", "KWD");
    await fc.assert(
      fc.asyncProperty(
        anyValue,
        currencies,
        fc.constantFrom(usdc, usdcOnBsc),
        anyRate,
        async (value, currency, token, rate) => {
          const amount = fiat(currency, value);
          const quote = await quoteIn(flat(rate), makePayment({ amount, fees: noFees }), usable(token));
          const minorDigits = BigInt(findCurrency(currency)?.decimals ?? -1);
          const numerator = value * rate.numerator * 10n ** BigInt(token.decimals);
          const denominator = rate.denominator * 10n ** minorDigits;
          if (numerator < denominator) expect(quote).toBeNull();
          else if (quote === null) expect.fail("there is a price of at least one unit");
          else {
            const cent = 10n ** BigInt(token.decimals - 2);
            const price = quote.amount * denominator;
            expect(quote.amount % cent).toBe(0n);
            expect(price < numerator + cent * denominator && numerator < price + denominator).toBe(true);
          }
        },
      ),
    );
  });

  test("of a token amount is the same amount, for any rate", async () => {
    const anyValue = fc.bigInt({ min: 1n, max: 10n ** 78n - 1n });
    await fc.assert(
      fc.asyncProperty(anyValue, fc.constantFrom(...tokens), async (value, token) => {
        const rate = flat({ numerator: 7n, denominator: 3n });
        const quote = await quoteIn(rate, makePayment({ amount: inToken(token, value), fees: noFees }), usable(token));
        expect(quote?.amount).toBe(value);
      }),
    );
  });
});

describe("without a configured rate source", () => {
  const rates = createStaticRateSource({});
  const quoted = async (amount: Money, fees: FeeSchedule = noFees) =>
    (await quoteInEach(rates, makePayment({ amount, fees }), tokens)).map(({ token }) => token);

  test("only tokens at par with the currency of the price can be paid", async () => {
    expect(await quoted(fiat("USD", 1_250n))).toEqual(tokens.filter(({ peg }) => peg === "USD"));
    expect(await quoted(fiat("EUR", 1_250n))).toEqual(tokens.filter(({ peg }) => peg === "EUR"));
    expect(await quoted(fiat("JPY", 1_250n))).toEqual([]);
  });

  test("a price in euros has no option while the fee has a part in dollars, which can't be converted", async () => {
    expect(await quoted(fiat("EUR", 1_250n), { ...noFees, fixed: 10n })).toEqual([]);
    expect(await quoted(fiat("EUR", 1_250n), { ...noFees, partsPerMillion: 4_000 })).not.toEqual([]);
  });
});

describe("a token that is off its peg", () => {
  const rates: RateSource = { ...flat({ numerator: 1n, denominator: 1n }), isPaused: (symbol) => symbol === "USDC" };

  test("isn't offered for a price in a currency, but for a price in itself", async () => {
    const quotes = await quoteInEach(rates, makePayment({ amount: fiat("USD", 1_250n), fees: noFees }), [usdc, eurc]);
    expect(quotes.map(({ token }) => token)).toEqual([eurc]);
    const own = makePayment({ amount: inToken(usdc, 1_250n), fees: noFees });
    expect(await quoteIn(rates, own, usable(usdc))).toMatchObject({ amount: 1_250n });
  });

  test("is named when nothing else can be paid, so that it doesn't look like too small a balance", async () => {
    const asked = quoteInEach(rates, makePayment({ amount: fiat("USD", 1_250n), fees: noFees }), [usdc]);
    await expect(asked).rejects.toMatchObject({
      code: "bad_gateway",
      message: expect.stringMatching(/^USDC is off its peg/),
    });
  });
});

test("a converted price names its rate, a price at par or in the token has none", async () => {
  const rates = createStaticRateSource({ EUR: "1.0803" });
  const rateOf = async (amount: Money, token: Token) =>
    (await quoteIn(rates, makePayment({ amount, fees: noFees }), usable(token)))?.exchangeRate;
  expect(await rateOf(fiat("EUR", 1_250n), usdc)).toEqual({
    currency: "EUR",
    ratio: { numerator: 10_803n, denominator: 10_000n },
  });
  expect(await rateOf(fiat("EUR", 1_250n), eurc)).toBeNull();
  expect(await rateOf(inToken(usdc, 1_250_000n), usdc)).toBeNull();
});

test("a price in another currency is usable as long as its rate, a price at par without limit", async () => {
  const until = new Date("2026-11-23T12:00:00Z");
  const rates: RateSource = { ...flat({ numerator: 1n, denominator: 1n }), usableUntil: () => until };
  const payment = makePayment({ amount: fiat("EUR", 1_250n), fees: noFees });
  expect(await quoteIn(rates, payment, usable(usdc))).toMatchObject({ usableUntil: until });
  expect(await quoteIn(rates, payment, usable(eurc))).toMatchObject({ usableUntil: null });
});

describe("the fee in a token", () => {
  const fees = { currency: "USD", fixed: 10n, partsPerMillion: 4_000 };

  test.for([
    ["USDC", usdc, 12_500_000n, 150_000n],
    ["USDC on BNB Smart Chain", usdcOnBsc, 12_500_000_000_000_000_000n, 150_000_000_000_000_000n],
    ["EURC, each part rounded up", eurc, 11_580_000n, 92_593n + 46_320n],
  ] as const)("of 10 cents and 0.4 %% of 12.50 USD is taken in %s", async ([, token, amount, fee]) => {
    const quote = await quoteIn(createStaticRateSource({ EUR: "1.08" }), makePayment({ fees }), usable(token));
    expect(quote).toMatchObject({ amount, fee });
  });

  test("always leaves a part for the merchant; if it would not, there is no price", async () => {
    const anyValue = fc.bigInt({ min: 1n, max: 100n });
    const anyFees = fc.record({
      currency: fc.constant("USD"),
      fixed: fc.bigInt({ min: 0n, max: 100n }),
      partsPerMillion: fc.integer({ min: 0, max: 999_999 }),
    });
    await fc.assert(
      fc.asyncProperty(anyValue, anyFees, async (value, schedule) => {
        const payment = makePayment({ amount: fiat("USD", value), fees: schedule });
        const quote = await quoteIn(createStaticRateSource({ EUR: "1.08" }), payment, usable(usdc));
        const exactFee = schedule.fixed * 10_000n * 1_000_000n + value * 10_000n * BigInt(schedule.partsPerMillion);
        if (quote === null) expect(exactFee > (value * 10_000n - 2n) * 1_000_000n).toBe(true);
        else expect(quote.fee < quote.amount && quote.fee * 1_000_000n >= exactFee).toBe(true);
      }),
    );
  });

  test("in a currency without a rate leaves no price", async () => {
    const payment = makePayment({ fees: { ...fees, currency: "JPY" } });
    expect(await quoteIn(createStaticRateSource({ EUR: "1.08" }), payment, usable(usdc))).toBeNull();
  });
});
