import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatAtomic,
  formatPercentage,
  formatRatio,
  formatUnit,
  invertRatio,
  multiplyDown,
  multiplyRatios,
  multiplyUp,
  parseDecimal,
  parseUnit,
} from "#lib/core/money.ts";
import { anyAddress, anyAmount, anyChainId } from "#test/arbitrary/evm.ts";

const positive = fc.bigInt({ min: 1n, max: 10n ** 40n });
const anyRatio = fc.record({ numerator: positive, denominator: positive });
const decimals = [0, 2, 3, 6, 18] as const;

describe("a unit", () => {
  const usdc = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

  test("is a currency or a token, and formats to the parsed text", () => {
    expect(parseUnit("iso4217/USD")).toEqual({ kind: "fiat", currency: "USD" });
    expect(parseUnit(`caip19/${usdc}`)).toEqual({ kind: "token", asset: usdc });
    fc.assert(
      fc.property(anyChainId, anyAddress, fc.stringMatching(/^[A-Z]{3}$/), (chainId, address, currency) => {
        for (const text of [`caip19/eip155:${chainId}/erc20:${address}`, `iso4217/${currency}`]) {
          const unit = parseUnit(text);
          expect(unit && formatUnit(unit)).toBe(text);
        }
      }),
    );
  });

  test("is formatted with a checksummed address", () => {
    expect(parseUnit(`caip19/${usdc.toLowerCase()}`)).toEqual({ kind: "token", asset: usdc });
  });

  test.for([
    "",
    "USD",
    "iso4217/usd",
    "iso4217/USDT",
    "iso4217/US",
    "iso4217/",
    "ISO4217/USD",
    "iso4217/USD\n",
    usdc,
    "caip19/",
    "caip19/iso4217/USD",
    `caip19/caip19/${usdc}`,
    "caip19/eip155:8453/slip44:60",
    "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bda02913",
  ])("is not %j", (text) => {
    expect(parseUnit(text)).toBeNull();
  });
});

describe("a ratio as a decimal", () => {
  test.for([
    [{ numerator: 10_803n, denominator: 10_000n }, "1.0803"],
    [{ numerator: 108n, denominator: 100n }, "1.08"],
    [{ numerator: 100n, denominator: 108n }, "0.92593"],
    [{ numerator: 1n, denominator: 1n }, "1"],
    [{ numerator: 120n, denominator: 1n }, "120"],
    [{ numerator: 61_235n, denominator: 1_000_000_000n }, "0.000061235"],
    [{ numerator: 1_999_999n, denominator: 2_000_000n }, "1"],
    [{ numerator: 9_876_543n, denominator: 10n }, "987654"],
    [{ numerator: 1_080_350n, denominator: 1_000_000n }, "1.0804"],
  ] as const)("%o is %s", ([ratio, text]) => {
    expect(formatRatio(ratio, 5)).toBe(text);
  });

  test("is within half of its last digit, for any ratio", () => {
    fc.assert(
      fc.property(anyRatio, (ratio) => {
        const [, fraction = ""] = formatRatio(ratio, 5).split(".");
        const scale = 10n ** BigInt(fraction.length);
        const shown = BigInt(formatRatio(ratio, 5).replace(".", ""));
        const off = shown * ratio.denominator - ratio.numerator * scale;
        expect((off < 0n ? -off : off) * 2n <= ratio.denominator).toBe(true);
      }),
    );
  });
});

describe("a product with a ratio", () => {
  test("rounded down is the largest integer not above the exact product", () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, (amount, ratio) => {
        const exact = amount * ratio.numerator;
        const down = multiplyDown(amount, ratio);
        expect(down * ratio.denominator <= exact && exact < (down + 1n) * ratio.denominator).toBe(true);
      }),
    );
  });

  test("rounded up is the smallest integer not below the exact product", () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, (amount, ratio) => {
        const exact = amount * ratio.numerator;
        const up = multiplyUp(amount, ratio);
        expect((up - 1n) * ratio.denominator < exact && exact <= up * ratio.denominator).toBe(true);
      }),
    );
  });

  test("is equal in both directions exactly when no rounding is needed", () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, (amount, ratio) => {
        const isWhole = (amount * ratio.numerator) % ratio.denominator === 0n;
        expect(multiplyUp(amount, ratio) - multiplyDown(amount, ratio)).toBe(isWhole ? 0n : 1n);
      }),
    );
  });

  test("with the product of two ratios is exact", () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, anyRatio, (amount, a, b) => {
        const exact = { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
        expect(multiplyDown(amount, multiplyRatios(a, b))).toBe(multiplyDown(amount, exact));
      }),
    );
  });

  test("with a ratio and its reciprocal is the amount", () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, (amount, ratio) => {
        expect(multiplyUp(amount, multiplyRatios(ratio, invertRatio(ratio)))).toBe(amount);
      }),
    );
  });
});

describe("a decimal", () => {
  test("is parsed to the exact ratio", () => {
    const digits = fc.stringMatching(/^[0-9]{1,30}$/);
    fc.assert(
      fc.property(digits, fc.option(digits), (whole, fraction) => {
        const text = fraction === null ? whole : `${whole}.${fraction}`;
        const scale = 10n ** BigInt(fraction?.length ?? 0);
        const exact = BigInt(whole) * scale + BigInt(fraction ?? "0");
        const ratio = parseDecimal(text);
        if (exact === 0n) expect(ratio).toBeNull();
        else expect(ratio && ratio.numerator * scale === exact * ratio.denominator).toBe(true);
      }),
    );
  });

  test.for([
    "",
    ".",
    ".5",
    "1.",
    "-1",
    "+1",
    "1e3",
    "1,5",
    "1.2.3",
    "0x10",
    " 1",
    "1\n",
    "0",
    "0.000",
    "NaN",
    "Infinity",
    "١",
  ])("is not %j", (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe("smallest units as major units", () => {
  test.for([
    [0n, 0, "0"],
    [1234n, 0, "1234"],
    [0n, 2, "0.00"],
    [5n, 2, "0.05"],
    [1234n, 2, "12.34"],
    [1000n, 3, "1.000"],
    [1n, 6, "0.000001"],
    [1n, 18, "0.000000000000000001"],
    [10n ** 18n, 18, "1.000000000000000000"],
    [10n ** 77n, 18, `1${"0".repeat(59)}.${"0".repeat(18)}`],
  ] as const)("%s with %s decimals is %s", ([value, count, text]) => {
    expect(formatAtomic(value, count)).toBe(text);
  });

  test("keep every digit", () => {
    fc.assert(
      fc.property(anyAmount, fc.constantFrom(...decimals), (value, count) => {
        const [whole = "", fraction = ""] = formatAtomic(value, count).split(".");
        expect(fraction).toHaveLength(count);
        expect(whole).toMatch(/^(0|[1-9]\d*)$/);
        expect(BigInt(whole + fraction)).toBe(value);
      }),
    );
  });
});

describe("parts per million as a percentage", () => {
  test.for([
    [0, "0"],
    [1, "0.0001"],
    [4_000, "0.4"],
    [4_010, "0.401"],
    [10_000, "1"],
    [100_000, "10"],
    [101_000, "10.1"],
    [999_999, "99.9999"],
    [1_000_000, "100"],
  ] as const)("%s is %s", ([partsPerMillion, text]) => {
    expect(formatPercentage(partsPerMillion)).toBe(text);
  });

  test("have no trailing zeros and lose no significant digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (partsPerMillion) => {
        const text = formatPercentage(partsPerMillion);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,3}[1-9])?$/);
        const [whole = "", fraction = ""] = text.split(".");
        expect(Number(whole + fraction.padEnd(4, "0"))).toBe(partsPerMillion);
      }),
    );
  });
});
