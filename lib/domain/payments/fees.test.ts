import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feeOn, minAboveFees } from "#lib/domain/payments/fees.ts";
import { anyAmount } from "#test/arbitrary/evm.ts";

const cents = { currency: "USD", fixed: 10n, partsPerMillion: 4_000 };
const par = { numerator: 1n, denominator: 1n };
const centsToUsdc = { numerator: 10n ** 6n, denominator: 100n };
const ratioPart = fc.bigInt({ min: 1n, max: 10n ** 30n });
const ratio = fc.record({ numerator: ratioPart, denominator: ratioPart });
const schedule = fc.record({
  currency: fc.constant("USD"),
  fixed: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  partsPerMillion: fc.integer({ min: 0, max: 999_999 }),
});

describe("a fee", () => {
  test.for([
    ["12.50 dollars", 1_250n, par, 15n],
    ["12.50 dollars in USDC", 12_500_000n, centsToUsdc, 150_000n],
    ["one cent, where both parts are rounded up", 1n, par, 11n],
    ["a ten-thousandth of a cent in USDC", 1n, centsToUsdc, 100_001n],
  ] as const)("of 10 cents and 0.4 %% on %s", ([, amount, ratio, fee]) => {
    expect(feeOn(amount, cents, ratio)).toBe(fee);
  });

  test("on zero is zero", () => {
    expect(feeOn(1_250n, { currency: "USD", fixed: 0n, partsPerMillion: 0 }, par)).toBe(0n);
  });

  test("is less than the smallest accepted amount, and not less than the amount below it", () => {
    fc.assert(
      fc.property(schedule, ratio, (fees, fixedRatio) => {
        const least = minAboveFees(fees, fixedRatio);
        expect(feeOn(least, fees, fixedRatio) < least).toBe(true);
        expect(feeOn(least - 1n, fees, fixedRatio) >= least - 1n).toBe(true);
      }),
    );
  });

  test("is never below the schedule, and less than two units above it", () => {
    fc.assert(
      fc.property(anyAmount, schedule, ratio, (amount, fees, fixedRatio) => {
        const { numerator, denominator } = fixedRatio;
        // Both sides are multiplied by one million and the denominator, so that the exact fee is an integer.
        const exact = fees.fixed * numerator * 1_000_000n + amount * BigInt(fees.partsPerMillion) * denominator;
        const fee = feeOn(amount, fees, fixedRatio) * 1_000_000n * denominator;
        expect(fee >= exact && fee < exact + 2n * 1_000_000n * denominator).toBe(true);
      }),
    );
  });
});
