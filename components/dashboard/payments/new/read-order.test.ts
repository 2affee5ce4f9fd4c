import { expect, test } from "vitest";
import { readAmount } from "#components/dashboard/payments/new/read-order.ts";

const usd = "iso4217/USD";
const usdc = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

test.for([
  ["24.90", usd, "24.90"],
  ["24,90", usd, "24.90"],
  ["1,250.00", usd, "1250.00"],
  ["1,250", usd, "1250"],
  ["12,345,678.9", usdc, "12345678.9"],
  ["1.250,00", usd, "1250.00"],
  ["1 250,00", usd, "1250.00"],
  ["1\u00a0250", usd, "1250"],
  ["1’250’000.05", usd, "1250000.05"],
  ["0,250", usdc, "0.250"],
  ["1.250", usdc, "1.250"],
  // A thousand, or one and a quarter: the server asks for one of them.
  ["1,250", usdc, "1,250"],
  ["1,25,0", usd, "1.25,0"],
] as const)("reads %j in %s as %j", ([text, unit, amount]) => {
  expect(readAmount(text, unit)).toBe(amount);
});
