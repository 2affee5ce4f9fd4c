import { expect, test } from "vitest";
import { shownAmount, typedAmount } from "#components/dashboard/payments/detail/refund-amount.ts";

const tokenUnit = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const held = { value: "12000000", decimals: 6, symbol: "USDC", network: "Base" };
const refundable = {
  left: { value: "7500001", decimals: 6, symbol: "USDC", network: "Base" },
  leftInUnit: { value: "750", decimals: 2, symbol: "USD" },
  unit: "iso4217/USD",
  tokenUnit,
  obstacle: null,
  fromTreasury: null,
  toAccount: null,
};

test("an amount that wasn't changed is sent as the tokens that the dialog shows, to the smallest unit", () => {
  expect(typedAmount(refundable, "7.50", "7.50")).toEqual({ unit: tokenUnit, value: "7.500001" });
});

test("another amount is sent as it was typed, in the payment's unit", () => {
  expect(typedAmount(refundable, "7.5", "7.50")).toEqual({ unit: "iso4217/USD", value: "7.5" });
});

test("held money is returned as the amount that was confirmed", () => {
  expect(shownAmount(refundable, held)).toEqual({ unit: tokenUnit, value: "12.000000" });
});
