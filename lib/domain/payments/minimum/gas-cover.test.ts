import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feeOn } from "#lib/domain/payments/fees.ts";
import { isGasCovered, minimumAmount, payerOf } from "#lib/domain/payments/minimum/gas-cover.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
const ppm = fc.integer({ min: 0, max: 999_999 });
const par = { numerator: 1n, denominator: 1n };

describe("the minimum", () => {
  test("is the smallest amount whose fee covers the gas", () => {
    fc.assert(
      fc.property(amount, amount, ppm, (gas, fixed, partsPerMillion) => {
        const terms = { payer: "fee", fixed, partsPerMillion } as const;
        const least = minimumAmount(gas, terms);
        const exactFee = (value: bigint) => fixed * 1_000_000n + value * BigInt(partsPerMillion);
        if (least === null) {
          expect([partsPerMillion, fixed < gas]).toEqual([0, true]);
          return;
        }
        expect(exactFee(least)).toBeGreaterThanOrEqual(gas * 1_000_000n);
        if (least > 0n) expect(exactFee(least - 1n)).toBeLessThan(gas * 1_000_000n);
        const fee = feeOn(least, { currency: "USD", ...terms }, par);
        expect(isGasCovered(gas, { payer: "fee", amount: least, fee })).toBe(true);
      }),
    );
  });

  test("is four times the gas where the operator pays it", () => {
    const terms = { payer: "operator", fixed: 0n, partsPerMillion: 0 } as const;
    expect(minimumAmount(50_000n, terms)).toBe(200_000n);
    expect(isGasCovered(50_000n, { payer: "operator", amount: 200_000n, fee: 0n })).toBe(true);
    expect(isGasCovered(50_000n, { payer: "operator", amount: 199_999n, fee: 0n })).toBe(false);
  });
});

test.each([
  [null, 0n, 0, "operator"],
  [null, 1n, 0, "fee"],
  [null, 0n, 1, "fee"],
  ["operator", 10n, 4_000, "operator"],
  ["fee", 0n, 0, "fee"],
] as const)("with the policy %s and fees of %s and %s, gas is paid by the %4$s", (policy, fixed, ppm, payer) => {
  expect(payerOf(policy, { currency: "USD", fixed, partsPerMillion: ppm })).toBe(payer);
});
