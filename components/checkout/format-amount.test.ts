import { describe, expect, test } from "vitest";
import { amountLine, assetNameOf, formatAmount, rateLine } from "#components/checkout/format-amount.ts";
import { intlLocale, type Locale } from "#lib/core/locales.ts";

const fiat = (assetSymbol: string, decimals: number, value: string) => ({
  unit: `iso4217/${assetSymbol}`,
  value,
  display: { assetSymbol, assetName: assetSymbol, decimals },
});
const token = (decimals: number, value: string) => ({
  unit: "caip19/eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955",
  value,
  display: { assetSymbol: "USDT", assetName: "Tether USD", decimals },
});

describe("a formatted amount", () => {
  test.each([
    [fiat("USD", 2, "2490"), "$24.90"],
    [fiat("EUR", 2, "123456789"), "€1,234,567.89"],
    [fiat("JPY", 0, "1250000"), "¥1,250,000"],
    [fiat("KWD", 3, "1"), "KWD\u00a00.001"],
  ])("has the currency's number of decimals: %o", (amount, figure) => {
    expect(formatAmount(amount)).toEqual({ figure, symbol: null });
  });

  test.each([
    [token(6, "25000000"), "25.00"],
    [token(6, "1"), "0.000001"],
    [token(18, "1234567890123456789012"), "1,234.567890123456789012"],
  ])("shows at least two decimals of a token, and no trailing zeros after that: %o", (amount, figure) => {
    expect(formatAmount(amount)).toEqual({ figure, symbol: "USDT" });
  });

  test("stays exact at the API's maximum number of digits", () => {
    const digits = formatAmount(token(18, "9".repeat(78))).figure.replaceAll(/\D/g, "");
    expect(digits).toBe("9".repeat(78));
  });

  test("does not break between the figure and the symbol", () => {
    expect(amountLine(token(6, "25000000"))).toBe("25.00\u00a0USDT");
  });
});

describe("an amount in another language", () => {
  test.each([
    ["de", "24,90\u00a0$", "24,90\u00a0USDT", "US-Dollar"],
    ["es", "24,90\u00a0US$", "24,90\u00a0USDT", "dólar estadounidense"],
    ["zh-Hans", "US$24.90", "24.90\u00a0USDT", "美元"],
    // Isolated, so that it reads left to right inside Arabic text.
    ["ar-u-nu-latn", "\u206624.90\u00a0US$\u2069", "\u206624.90\u00a0USDT\u2069", "دولار أمريكي"],
  ])("%s", (locale, dollars, coins, name) => {
    expect(amountLine(fiat("USD", 2, "2490"), locale)).toBe(dollars);
    expect(amountLine(token(6, "24900000"), locale)).toBe(coins);
    expect(assetNameOf(fiat("USD", 2, "2490"), locale)).toBe(name);
  });
});

test.each<[Locale, string]>([
  ["en", "1\u00a0EUR = 1.0803\u00a0USDC"],
  ["es", "1\u00a0EUR = 1,0803\u00a0USDC"],
  ["de", "1\u00a0EUR = 1,0803\u00a0USDC"],
  ["fr", "1\u00a0EUR = 1,0803\u00a0USDC"],
  ["pt", "1\u00a0EUR = 1,0803\u00a0USDC"],
  ["zh", "1\u00a0EUR = 1.0803\u00a0USDC"],
  // Isolated, so that it reads left to right inside Arabic text.
  ["ar", "\u20661\u00a0EUR = 1.0803\u00a0USDC\u2069"],
])("an exchange rate in %s", (locale, line) => {
  expect(rateLine({ currency: "EUR", value: "1.0803" }, "USDC", intlLocale(locale))).toBe(line);
});

test("an exchange rate keeps every digit, and has two decimals at least", () => {
  expect(rateLine({ currency: "IDR", value: "0.000061235" }, "USDC")).toBe("1\u00a0IDR = 0.000061235\u00a0USDC");
  expect(rateLine({ currency: "EUR", value: "1.1" }, "USDC")).toBe("1\u00a0EUR = 1.10\u00a0USDC");
});
