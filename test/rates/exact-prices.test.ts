import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assetOf, type Token, tokens } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { TillError } from "#lib/core/errors.ts";
import type { Money } from "#lib/core/money.ts";
import { quoteIn, quoteInEach } from "#lib/domain/payments/gateway/quote.ts";
import { parseRateDocument } from "#lib/domain/payments/rates/rate-document.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { rateIn } from "#lib/domain/payments/rates/rate-table.ts";
import { worthOf } from "#lib/domain/payments/rates/worth.ts";
import { makePayment } from "#test/domain/payment.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const noFees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
const decimals = { JPY: 0, USD: 2, EUR: 2, KWD: 3 } as const;
const usdc = tokens.find(({ chainId, symbol }) => chainId === 8453 && symbol === "USDC") as Token;
const eurc = tokens.find(({ chainId, symbol }) => chainId === 8453 && symbol === "EURC") as Token;

/** Rates for a dollar as a source would write them: whole hundred-thousandths. */
const ratesPerDollar = fc.record({
  EUR: fc.bigInt({ min: 10_000n, max: 10n ** 6n }),
  JPY: fc.bigInt({ min: 10n ** 6n, max: 10n ** 8n }),
  KWD: fc.bigInt({ min: 1_000n, max: 10n ** 6n }),
});
type RatesPerDollar = typeof ratesPerDollar extends fc.Arbitrary<infer Value> ? Value : never;

function sourceOf(rates: RatesPerDollar): RateSource {
  const written = Object.entries(rates).map(([code, hundredThousandths]) => {
    const digits = hundredThousandths.toString().padStart(6, "0");
    return `"${code}":${digits.slice(0, -5)}.${digits.slice(-5)}`;
  });
  const table = parseRateDocument(`{"base":"USD","date":"2026-11-21","rates":{${written.join(",")}}}`, now);
  return { rate: async (base, quote) => rateIn(table, base, quote) };
}

const anyValue = fc.bigInt({ min: 1n, max: 10n ** 30n });
const anyCurrency = fc.constantFrom("JPY", "USD", "EUR", "KWD");
const anyToken = fc.constantFrom(...tokens);
const fiat = (currency: string, value: bigint): Money => ({ unit: { kind: "fiat", currency }, value });

describe("a price, from the text of the source to the token's smallest unit,", () => {
  test("is exact, rounded up to a cent: against the buyer by less than a cent, against the treasury by less than one unit", async () => {
    await fc.assert(
      fc.asyncProperty(ratesPerDollar, anyValue, anyCurrency, anyToken, async (rates, value, currency, token) => {
        const payment = makePayment({ amount: fiat(currency, value), fees: noFees });
        const quote = await quoteIn(sourceOf(rates), payment, { token });
        // The same calculation in hundred-thousandths of each currency for a dollar.
        const per = { ...rates, USD: 100_000n };
        const exact = {
          numerator: value * per[token.peg] * 10n ** BigInt(token.decimals),
          denominator: per[currency] * 10n ** BigInt(decimals[currency]),
        };
        const cent = 10n ** BigInt(token.decimals - 2);
        const price = (quote?.amount ?? 0n) * exact.denominator;
        expect((quote?.amount ?? 0n) % cent).toBe(0n);
        expect(price < exact.numerator + cent * exact.denominator && exact.numerator < price + exact.denominator).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });

  test.for(Object.entries(decimals))(
    "at par shifts the digits and loses none, up to a cent: %s, %s decimals",
    async ([code, digits]) => {
      expect(findCurrency(code)?.decimals).toBe(digits);
      const par: RateSource = { rate: () => Promise.resolve({ numerator: 1n, denominator: 1n }) };
      expect(new Set(tokens.map((token) => token.decimals))).toEqual(new Set([6, 18]));
      await fc.assert(
        fc.asyncProperty(anyValue, anyToken, async (value, token) => {
          const quote = await quoteIn(par, makePayment({ amount: fiat(code, value), fees: noFees }), { token });
          // Fils are tenths of a cent.
          const cents = digits <= 2 ? value * 10n ** BigInt(2 - digits) : (value + 9n) / 10n;
          expect(quote?.amount).toBe(cents * 10n ** BigInt(token.decimals - 2));
        }),
      );
    },
  );

  test("of an amount of a token exists in that token alone, one to one, whatever the rates", async () => {
    await fc.assert(
      fc.asyncProperty(ratesPerDollar, anyValue, anyToken, async (rates, value, asked) => {
        const unit = { kind: "token", asset: assetOf(asked) } as const;
        const payment = makePayment({ amount: { unit, value }, fees: noFees });
        const quotes = await quoteInEach(sourceOf(rates), payment, tokens);
        expect(quotes).toEqual([{ token: asked, amount: value, fee: 0n, usableUntil: null, exchangeRate: null }]);
      }),
    );
  });
});

describe("what an amount counts for", () => {
  test("is the amount itself, ranked by dollars rounded down to a millionth", async () => {
    await fc.assert(
      fc.asyncProperty(ratesPerDollar, anyValue, anyCurrency, async (rates, value, currency) => {
        const worth = await worthOf(sourceOf(rates), fiat(currency, value));
        const per = { ...rates, USD: 100_000n };
        const exact = {
          numerator: value * 100_000n * 10n ** 6n,
          denominator: per[currency] * 10n ** BigInt(decimals[currency]),
        };
        expect(worth).toEqual({ fiat: { currency, value }, amountRank: exact.numerator / exact.denominator });
      }),
    );
  });

  test("of a token is its peg's cents, and ranks as they do", async () => {
    const rates = sourceOf({ EUR: 92_000n, JPY: 15_500_000n, KWD: 30_700n });
    const inToken = (token: Token, value: bigint) =>
      worthOf(rates, { unit: { kind: "token", asset: assetOf(token) }, value });
    expect(await inToken(usdc, 12_509_999n)).toEqual({
      fiat: { currency: "USD", value: 1_250n },
      amountRank: 12_500_000n,
    });
    const euros = { fiat: { currency: "EUR", value: 920n }, amountRank: 10_000_000n };
    expect(await inToken(eurc, 9_200_000n)).toEqual(euros);
  });
});

describe("while the source of rates is unavailable", () => {
  const away = (error: Error): RateSource => ({
    rate: async (base, quote) => {
      if (base !== quote) throw error;
      return { numerator: 1n, denominator: 1n };
    },
  });
  const payment = makePayment({ amount: fiat("USD", 1_250n), fees: noFees });

  test("dollars can be paid in dollars and in nothing else", async () => {
    const quotes = await quoteInEach(away(new TillError("bad_gateway")), payment, [eurc, usdc]);
    expect(quotes.map(({ token }) => token)).toEqual([usdc]);
  });

  test("a payment that can't be priced is an error instead of a payment without options", async () => {
    const rates = away(new TillError("bad_gateway"));
    await expect(quoteInEach(rates, payment, [eurc])).rejects.toMatchObject({ code: "bad_gateway" });
    expect(await quoteInEach(rates, payment, [])).toEqual([]);
  });

  test("every other failure is passed on unchanged", async () => {
    const fault = new Error("a bug in Till");
    await expect(quoteInEach(away(fault), payment, [usdc, eurc])).rejects.toBe(fault);
  });
});
