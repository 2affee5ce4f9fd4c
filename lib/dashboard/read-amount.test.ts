import { describe, expect, test } from "vitest";
import { readAmount } from "#lib/dashboard/read-amount.ts";

const usd = { decimals: 2, symbol: "USD" };
const yen = { decimals: 0, symbol: "JPY" };
const dinar = { decimals: 3, symbol: "KWD" };
const usdc = { decimals: 6, symbol: "USDC" };

test.for([
  ["24.90", usd, 2_490n],
  ["24,90", usd, 2_490n],
  ["12,5", usd, 1_250n],
  [" 12,50 ", usd, 1_250n],
  ["1250", usd, 125_000n],
  ["1,250.00", usd, 125_000n],
  ["1.250,00", usd, 125_000n],
  ["1 250,00", usd, 125_000n],
  ["1\u00a0250", usd, 125_000n],
  ["1\u202f250,5", usd, 125_050n],
  ["1’250’000.05", usd, 125_000_005n],
  ["12,345,678.9", usdc, 12_345_678_900_000n],
  ["12.345.678", usdc, 12_345_678_000_000n],
  ["0,250", usdc, 250_000n],
  ["1250,125", usdc, 1_250_125_000n],
  ["1,2500", usdc, 1_250_000n],
  ["1,250", yen, 1_250n],
  ["1.250", yen, 1_250n],
  ["1.250", dinar, 1_250n],
] as const)("reads %j in %o as %s", ([typed, unit, amount]) => {
  expect(readAmount("amount", typed, unit)).toBe(amount);
});

const refusal = (typed: string, unit: typeof usd) => {
  try {
    return readAmount("amount", typed, unit);
  } catch (error) {
    return (error as { issues: unknown }).issues;
  }
};

describe("an amount is refused", () => {
  test.for([
    ["1,250", usd, "1250 or 1.25"],
    ["1.250", usd, "1250 or 1.25"],
    ["1.000", usd, "1000 or 1.00"],
    ["1.001", usd, "1001 or an amount with at most 2 decimals in USD"],
    ["1,250", usdc, "1250 or 1.25"],
    ["1.251", usdc, "1251 or 1.2510"],
    ["1,250", dinar, "1250 or 1.25"],
    ["1,251", dinar, "1251 or 1.251"],
  ] as const)("when it could be a thousand or a decimal: %s in %o", ([typed, unit, forms]) => {
    expect(refusal(typed, unit)).toEqual([{ field: "amount", message: `is ambiguous: write ${forms}` }]);
  });

  test.for(["", "0", "0,00", "-1", "1e3", "1,25,0", "1.25.0", ",5", "5,", "1,250.000,00", "1,00,000", "12 50"])(
    "when it isn't one: %j",
    (typed) => {
      expect(refusal(typed, usd)).toEqual([
        { field: "amount", message: "must be an amount above zero, such as 24.90" },
      ]);
    },
  );

  test("when it has more decimals than the unit", () => {
    expect(refusal("1.001,005", usd)).toEqual([{ field: "amount", message: "can have at most 2 decimals in USD" }]);
    expect(refusal("12,5", yen)).toEqual([{ field: "amount", message: "can't have decimals in JPY" }]);
  });
});
