import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPricedOut, offerFor, raiseFees } from "#lib/chain/relay/fees/fees.ts";

const gwei = 1_000_000_000n;
const market = (baseFee: bigint, tip: bigint) => ({ price: baseFee + tip, baseFee, tip });
const legacy = (price: bigint) => ({ price, baseFee: null, tip: null });

describe("an offer", () => {
  test("is twice the base fee and the tip", () => {
    const offer = offerFor(market(3n * gwei, gwei), 100n * gwei);
    expect(offer).toEqual({ maxFeePerGas: 7n * gwei, maxPriorityFeePerGas: gwei });
  });

  test("on a legacy chain is the price and a quarter, and has no tip", () => {
    expect(offerFor(legacy(4n * gwei), 100n * gwei)).toEqual({ maxFeePerGas: 5n * gwei, maxPriorityFeePerGas: null });
  });

  test("is never above the ceiling, whatever a node says, nor its tip above itself", () => {
    const fee = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(fee, fee, fc.bigInt({ min: 1n, max: 10n ** 12n }), (baseFee, tip, ceiling) => {
        const offer = offerFor(market(baseFee, tip), ceiling);
        expect(offer.maxFeePerGas).toBeLessThanOrEqual(ceiling);
        expect(offer.maxPriorityFeePerGas).toBeLessThanOrEqual(offer.maxFeePerGas);
      }),
    );
  });
});

test("a transaction is priced out when its maximum is below the base fee, or below the price of a legacy chain", () => {
  const fees = { maxFeePerGas: 5n, maxPriorityFeePerGas: 1n };
  expect(isPricedOut(fees, market(5n, 1n))).toBe(false);
  expect(isPricedOut(fees, market(6n, 1n))).toBe(true);
  expect(isPricedOut({ maxFeePerGas: 5n, maxPriorityFeePerGas: null }, legacy(6n))).toBe(true);
});

describe("raised fees", () => {
  test("replace: both are at least an eighth higher, and as high as the market asks, or there are none", () => {
    const fee = fc.bigInt({ min: 0n, max: 10n ** 13n });
    fc.assert(
      fc.property(fee, fee, fee, fee, fc.bigInt({ min: 1n, max: 10n ** 13n }), (one, other, baseFee, tip, cap) => {
        const [max, share] = one > other ? [one, other] : [other, one];
        const previous = { maxFeePerGas: max, maxPriorityFeePerGas: share };
        const raised = raiseFees(previous, market(baseFee, tip), cap);
        if (raised === null) {
          expect(max + max / 8n + 1n).toBeGreaterThan(cap);
          return;
        }
        expect(raised.maxFeePerGas * 8n).toBeGreaterThan(max * 9n);
        expect((raised.maxPriorityFeePerGas ?? 0n) * 8n).toBeGreaterThan(previous.maxPriorityFeePerGas * 9n);
        expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(offerFor(market(baseFee, tip), cap).maxFeePerGas);
        expect(raised.maxFeePerGas).toBeLessThanOrEqual(cap);
      }),
    );
  });

  test("of a legacy transaction stay legacy", () => {
    const raised = raiseFees({ maxFeePerGas: 80n, maxPriorityFeePerGas: null }, legacy(8n), 1_000n);
    expect(raised).toEqual({ maxFeePerGas: 91n, maxPriorityFeePerGas: null });
  });
});
