import { describe, expect, test } from "vitest";
import { findCurrency } from "#lib/core/currencies.ts";
import { multiplyDown } from "#lib/core/money.ts";
import { fiatToFiat } from "#lib/domain/payments/rates/convert.ts";
import { createStaticRateSource } from "#lib/domain/payments/rates/static-rate-source.ts";

describe("the table of fixed rates", () => {
  const rates = createStaticRateSource({ EUR: "1.0825" });

  test.for([
    ["USD", "USD", 10_000n],
    ["EUR", "EUR", 10_000n],
    ["EUR", "USD", 10_825n],
    ["USD", "EUR", 9_237n],
  ] as const)("converts one %s to %s", async ([base, quote, tenThousandths]) => {
    const rate = await rates.rate(base, quote);
    expect(rate && multiplyDown(10_000n, rate)).toBe(tenThousandths);
  });

  test.for([
    ["JPY", "USD"],
    ["USD", "JPY"],
    ["XXX", "XXX"],
    ["usd", "usd"],
  ] as const)("does not know %s in %s", async ([base, quote]) => {
    expect(await rates.rate(base, quote)).toBeNull();
  });

  test.for(["", "0", "0.0", "-1", "free"])("rejects the rate %j", (eurUsd) => {
    expect(() => createStaticRateSource({ EUR: eurUsd })).toThrow("is not a rate");
  });

  test("converts minor units of one currency into those of another", async () => {
    const ratio = await fiatToFiat(rates, "EUR", "USD");
    expect(ratio && multiplyDown(10_000n, ratio)).toBe(10_825n);
    expect(await fiatToFiat(rates, "USD", "JPY")).toBeNull();
  });
});

describe("without fixed rates", () => {
  const rates = createStaticRateSource({});

  test("dollars and euros are at par with themselves, and nothing has a rate to another currency", async () => {
    const par = { numerator: 1n, denominator: 1n };
    expect(await Promise.all(["USD", "EUR"].map((code) => rates.rate(code, code)))).toEqual([par, par]);
    expect(await Promise.all(["USD", "GBP"].map((code) => rates.rate("EUR", code)))).toEqual([null, null]);
  });
});

describe("between currencies of different minor units", () => {
  const par = { rate: () => Promise.resolve({ numerator: 1n, denominator: 1n }) };

  test.for([
    ["USD", "JPY", 1_250n, 12n],
    ["JPY", "USD", 12n, 1_200n],
    ["USD", "KWD", 1_250n, 12_500n],
    ["KWD", "JPY", 12_500n, 12n],
  ] as const)("%s to %s shifts the digits", async ([from, to, amount, converted]) => {
    const ratio = await fiatToFiat(par, from, to);
    expect(ratio && multiplyDown(amount, ratio)).toBe(converted);
  });
});

describe("a currency", () => {
  test.for([
    ["USD", 2],
    ["EUR", 2],
    ["JPY", 0],
    ["KWD", 3],
  ] as const)("%s has %s minor digits", ([code, decimals]) => {
    expect(findCurrency(code)).toMatchObject({ code, decimals });
  });

  test.for(["ABC", "USDC", "", "toString", "__proto__"])("is not %j", (code) => {
    expect(findCurrency(code)).toBeNull();
  });
});
