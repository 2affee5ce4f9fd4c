import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Caip19 } from "#lib/core/caip.ts";
import { isTillError } from "#lib/core/errors.ts";
import { type Refundable, refundAmount } from "#lib/domain/payments/refunds/refund-amount.ts";

const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as Caip19;
const token = (value: bigint) => ({ unit: `caip19/${asset}`, value: String(value) });
const euros = (value: bigint) => ({ unit: "iso4217/EUR", value: String(value) });
/** 10.00 euros that were paid with 10.873331 USDC. */
const whole: Refundable = {
  asked: { unit: { kind: "fiat", currency: "EUR" }, value: 1_000n },
  asset,
  price: 10_873_331n,
  paid: 10_873_331n,
  left: 10_873_331n,
  claims: 0,
};

const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (isTillError(error)) return error.issues?.[0];
  }
  return undefined;
};

describe("the amount of a refund", () => {
  test("in the payment's unit is converted pro rata, rounded down, and all of it is exactly what was paid", () => {
    expect(refundAmount(euros(333n), whole)).toBe(3_620_819n);
    expect(refundAmount(euros(1_000n), whole)).toBe(10_873_331n);
    expect(refundAmount(token(5n), whole)).toBe(5n);
  });

  test("of a payment that was paid too much or too little is converted at the payment's own price", () => {
    const tooMuch = { ...whole, paid: 13_000_000n, left: 13_000_000n };
    expect(refundAmount(euros(1_000n), tooMuch)).toBe(10_873_331n);
    const rest = { ...tooMuch, left: 2_126_669n, claims: 1 };
    expect(refundAmount(token(2_126_669n), rest)).toBe(2_126_669n);
    const tooLittle = { ...whole, paid: 8_000_000n, left: 8_000_000n };
    expect(refusalOf(() => refundAmount(euros(1_000n), tooLittle))?.message).toContain("at most 735");
  });

  test("beyond what is left is refused, and says how much is left in the unit that was asked for", () => {
    const rest = { ...whole, left: 3_000_000n, claims: 1 };
    expect(refusalOf(() => refundAmount(euros(276n), rest))).toEqual({
      field: "amount.value",
      message: "must be at most 275, which is left to refund in iso4217/EUR",
    });
    expect(refusalOf(() => refundAmount(token(3_000_001n), rest))?.message).toContain("at most 3000000");
  });

  test("that comes to nothing, or is in another unit, is refused", () => {
    const dear = { ...whole, price: 9n, paid: 9n, left: 9n };
    expect(refusalOf(() => refundAmount(euros(1n), dear))?.field).toBe("amount.value");
    for (const unit of ["iso4217/USD", "nonsense", `caip19/${asset.replace("8453", "1")}`]) {
      expect(refusalOf(() => refundAmount({ unit, value: "1" }, whole))?.field).toBe("amount.unit");
    }
  });

  test("of parts that add up to the payment's own amount adds up to exactly what was paid", () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 1n, max: 10n ** 24n }), (values, perUnit) => {
        const value = values.reduce((sum, each) => sum + each, 0n);
        const paid = value * perUnit + (perUnit % value);
        const asked = { ...whole.asked, value };
        let left = paid;
        for (const [claims, each] of values.entries()) {
          const amount = refundAmount(euros(each), { asked, asset, price: paid, paid, left, claims });
          expect(amount).toBeLessThanOrEqual(left);
          left -= amount;
        }
        expect(left).toBe(0n);
      }),
      // A cent that is worth no more than a few of the token's smallest units.
      { examples: [[[1n, 1n, 1n, 1n], 1n]] },
    );
  });
});
