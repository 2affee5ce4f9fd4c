import { describe, expect, test } from "vitest";
import { amountLine, formatAmount } from "#components/checkout/format-amount.ts";

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

describe("an amount as a buyer reads it", () => {
  test.each([
    [fiat("USD", 2, "2490"), "$24.90"],
    [fiat("EUR", 2, "123456789"), "€1,234,567.89"],
    [fiat("JPY", 0, "1250000"), "¥1,250,000"],
    [fiat("KWD", 3, "1"), "KWD\u00a00.001"],
  ])("has the currency's own number of digits: %o", (amount, figure) => {
    expect(formatAmount(amount)).toEqual({ figure, symbol: null });
  });

  test.each([
    [token(6, "25000000"), "25.00"],
    [token(6, "1"), "0.000001"],
    [token(18, "1234567890123456789012"), "1,234.567890123456789012"],
  ])("shows every digit of a token that is not a trailing zero, and at least cents: %o", (amount, figure) => {
    expect(formatAmount(amount)).toEqual({ figure, symbol: "USDT" });
  });

  test("stays exact with as many digits as the API takes", () => {
    const digits = formatAmount(token(18, "9".repeat(78))).figure.replaceAll(/\D/g, "");
    expect(digits).toBe("9".repeat(78));
  });

  test("does not break between figure and symbol", () => {
    expect(amountLine(token(6, "25000000"))).toBe("25.00\u00a0USDT");
  });
});
