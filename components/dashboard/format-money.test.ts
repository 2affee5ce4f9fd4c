import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFigure, formatTick, moneyLine } from "#components/dashboard/format-money.ts";
import { formatAtomic } from "#lib/core/money.ts";

test.for([
  [{ value: "123456789", decimals: 2, symbol: "USD" }, "1,234,567.89\u00a0USD"],
  [{ value: "24900000", decimals: 6, symbol: "USDC", network: "Base" }, "24.90\u00a0USDC"],
  [{ value: "24900001", decimals: 6, symbol: "USDC", network: "Base" }, "24.900001\u00a0USDC"],
  [{ value: "0", decimals: 18, symbol: "USDT", network: "BNB Smart Chain" }, "0.00\u00a0USDT"],
  [{ value: "5000", decimals: 0, symbol: "JPY" }, "5,000\u00a0JPY"],
] as const)("%j reads %s", ([money, line]) => {
  expect(moneyLine(money)).toBe(line);
});

test("no digit of an amount is lost, however large", () => {
  const money = fc.record({ value: fc.bigInt({ min: 0n, max: 10n ** 78n }), decimals: fc.nat({ max: 18 }) });
  fc.assert(
    fc.property(money, ({ value, decimals }) => {
      const shown = formatFigure({ value: value.toString(), decimals, symbol: "X" }).replaceAll(",", "");
      const [whole = "", fraction = ""] = shown.split(".");
      expect(`${whole}.${fraction.padEnd(decimals, "0")}`).toBe(
        `${formatAtomic(value, decimals)}${decimals ? "" : "."}`,
      );
    }),
  );
});

test.for([
  [0, "0"],
  [1_050, "1.05K"],
  [350, "350"],
  [1_125_000, "1.125M"],
  [0.35, "0.35"],
] as const)("the tick %d reads %s", ([value, tick]) => {
  expect(formatTick(value)).toBe(tick);
});
