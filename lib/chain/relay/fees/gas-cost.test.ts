import type { TransactionReceipt } from "viem";
import { expect, test } from "vitest";
import { gasCostOf } from "#lib/chain/relay/fees/gas-cost.ts";

const receipt = { gasUsed: 60_000n, effectiveGasPrice: 1_000_000_007n } as TransactionReceipt;

test("a transaction costs its gas at the price of its block", () => {
  expect(gasCostOf(receipt)).toBe(60_000_000_420_000n);
});

test("and on an OP Stack chain what its data costs on the parent chain", () => {
  expect(gasCostOf(Object.assign({}, receipt, { l1Fee: "0x64" }))).toBe(60_000_000_420_100n);
});
