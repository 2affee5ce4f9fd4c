import { type Abi, encodeErrorResult, parseAbi } from "viem";
import { expect, test } from "vitest";
import { describeContractError } from "#lib/chain/contract-errors.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";

test("a used nonce of Permit2 has words", () => {
  expect(describeContractError("0x756688fe")).toBe("this signature was already used or cancelled");
});

test("every error of the router has words", () => {
  const errors = paymentRouterAbi.filter((item) => item.type === "error");
  expect(errors.length).toBeGreaterThan(5);
  for (const { name, inputs } of errors) {
    const args = inputs.map(({ type }) => (type === "address" ? "0x000000000000000000000000000000000000dEaD" : 1n));
    const data = encodeErrorResult({ abi: paymentRouterAbi as Abi, errorName: name, args });
    expect(describeContractError(data)).not.toBeNull();
  }
});

test("the errors of tokens have words, and others have none", () => {
  const abi = parseAbi(["error EnforcedPause()", "error Odd(uint256 value)"]);
  expect(describeContractError(encodeErrorResult({ abi, errorName: "EnforcedPause" }))).toBe("transfers are paused");
  expect(describeContractError(encodeErrorResult({ abi, errorName: "Odd", args: [1n] }))).toBeNull();
  expect(describeContractError("0x")).toBeNull();
  expect(describeContractError("0xzz" as "0x")).toBeNull();
});
