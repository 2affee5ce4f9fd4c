import fc from "fast-check";
import type { TransactionReceipt } from "viem";
import { describe, expect, test } from "vitest";
import { bumpFees, gasCostOf, initialFees, isPricedOut } from "#lib/chain/relay/fees/fees.ts";

const gwei = 1_000_000_000n;
const market = (baseFee: bigint, tip: bigint) => ({ price: baseFee + tip, baseFee, tip });
const legacy = (price: bigint) => ({ price, baseFee: null, tip: null });

describe("the fees of a new transaction", () => {
  test("are twice the base fee plus the tip", () => {
    const fees = initialFees(market(3n * gwei, gwei), 100n * gwei);
    expect(fees).toEqual({ maxFeePerGas: 7n * gwei, maxPriorityFeePerGas: gwei });
  });

  test("are the price plus a quarter on a legacy chain, without a tip", () => {
    expect(initialFees(legacy(4n * gwei), 100n * gwei)).toEqual({
      maxFeePerGas: 5n * gwei,
      maxPriorityFeePerGas: null,
    });
  });

  test("never exceed the ceiling, and the tip never exceeds the fee, for any market a node reports", () => {
    const fee = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(fee, fee, fc.bigInt({ min: 1n, max: 10n ** 12n }), (baseFee, tip, ceiling) => {
        const fees = initialFees(market(baseFee, tip), ceiling);
        expect(fees.maxFeePerGas).toBeLessThanOrEqual(ceiling);
        expect(fees.maxPriorityFeePerGas).toBeLessThanOrEqual(fees.maxFeePerGas);
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

describe("bumped fees", () => {
  test("are both at least an eighth higher and no lower than a new transaction's, or the cap allows none", () => {
    const fee = fc.bigInt({ min: 0n, max: 10n ** 13n });
    fc.assert(
      fc.property(fee, fee, fee, fee, fc.bigInt({ min: 1n, max: 10n ** 13n }), (one, other, baseFee, tip, cap) => {
        const [max, share] = one > other ? [one, other] : [other, one];
        const previous = { maxFeePerGas: max, maxPriorityFeePerGas: share };
        const bumped = bumpFees(previous, market(baseFee, tip), cap);
        if (bumped === null) {
          expect(max + max / 8n + 1n).toBeGreaterThan(cap);
          return;
        }
        expect(bumped.maxFeePerGas * 8n).toBeGreaterThan(max * 9n);
        expect((bumped.maxPriorityFeePerGas ?? 0n) * 8n).toBeGreaterThan(previous.maxPriorityFeePerGas * 9n);
        expect(bumped.maxFeePerGas).toBeGreaterThanOrEqual(initialFees(market(baseFee, tip), cap).maxFeePerGas);
        expect(bumped.maxFeePerGas).toBeLessThanOrEqual(cap);
      }),
    );
  });

  test("of a legacy transaction have no tip either", () => {
    const bumped = bumpFees({ maxFeePerGas: 80n, maxPriorityFeePerGas: null }, legacy(8n), 1_000n);
    expect(bumped).toEqual({ maxFeePerGas: 91n, maxPriorityFeePerGas: null });
  });
});

describe("the gas cost of a receipt", () => {
  const receipt = { gasUsed: 60_000n, effectiveGasPrice: 1_000_000_007n } as TransactionReceipt;

  test("is its gas at the price of its block", () => {
    expect(gasCostOf(receipt)).toBe(60_000_000_420_000n);
  });

  test("includes the cost of its data on the parent chain of an OP Stack chain", () => {
    expect(gasCostOf(Object.assign({}, receipt, { l1Fee: "0x64" }))).toBe(60_000_000_420_100n);
  });

  test("includes the operator's fee of an OP Stack chain, by the formulas of Isthmus and Jovian", () => {
    const isthmus = { ...receipt, l1Fee: "0x64", operatorFeeScalar: "0x1e8480", operatorFeeConstant: "0x7" };
    expect(gasCostOf(isthmus as TransactionReceipt)).toBe(60_000_000_420_100n + 120_007n);
    const jovian = { ...isthmus, daFootprintGasScalar: "0x190" };
    expect(gasCostOf(jovian as TransactionReceipt)).toBe(60_000_000_420_100n + 12_000_000_000_007n);
  });
});
