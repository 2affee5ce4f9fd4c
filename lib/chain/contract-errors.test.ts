import { type Abi, ExecutionRevertedError, encodeErrorResult, parseAbi, RawContractError } from "viem";
import { expect, test } from "vitest";
import { describeContractError } from "#lib/chain/contract-errors.ts";
import { statedReason } from "#lib/chain/nodes/node-error.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";

const account = "0x000000000000000000000000000000000000dEaD";
const encode = (signature: string, ...args: readonly unknown[]) => {
  const abi = parseAbi([`error ${signature}`] as [string]) as Abi;
  return encodeErrorResult({ abi, errorName: signature.replace(/\(.*/, ""), args });
};

test.for([
  ["permit2", "this signature was already used or cancelled", "0x756688fe"],
  ["permit2", "the signature has expired", encode("SignatureExpired(uint256 deadline)", 1n)],
  ["permit2", "the signature is for a smaller amount", encode("InvalidAmount(uint256 maxAmount)", 1n)],
  ["permit2", "the signature isn't the account's", encode("InvalidSigner()")],
  ["permit2", "the signature isn't valid", encode("InvalidSignature()")],
  ["permit2", "the signature isn't valid", encode("InvalidSignatureLength()")],
  ["permit2", "the account's contract refuses the signature", encode("InvalidContractSignature()")],
  [
    "permit2",
    "the token doesn't move the amount from the account",
    encode("Error(string text)", "TRANSFER_FROM_FAILED"),
  ],
  ["token", "the transfer failed", encode("SafeERC20FailedOperation(address token)", account)],
  ["token", "transfers are paused", encode("EnforcedPause()")],
  [
    "token",
    "the account doesn't hold enough",
    encode("ERC20InsufficientBalance(address a, uint256 b, uint256 c)", account, 1n, 2n),
  ],
  [
    "token",
    "the approval is too low",
    encode("ERC20InsufficientAllowance(address a, uint256 b, uint256 c)", account, 1n, 2n),
  ],
  ["token", "the account isn't allowed to do this", encode("OwnableUnauthorizedAccount(address account)", account)],
] as const)("an error of %s: %s", ([by, words, data]) => {
  expect(describeContractError(data)).toEqual({ by, words, isQuote: false });
});

test.for([
  ["an unknown error", encode("Odd(uint256 value)", 1n)],
  ["a text of a token", encode("Error(string text)", "Pausable: paused")],
  ["a text that is the name of a property", encode("Error(string text)", "constructor")],
  ["a panic", encode("Panic(uint256 code)", 1n)],
  ["no data", "0x"],
  ["what isn't data", "0xzz"],
] as const)("%s has no words of ours", ([, data]) => {
  expect(describeContractError(data as "0x")).toBeNull();
});

test("every error of the router has words, and is said to be the router's", () => {
  const errors = paymentRouterAbi.filter((item) => item.type === "error");
  expect(errors.length).toBeGreaterThan(5);
  for (const { name, inputs } of errors) {
    const args = inputs.map(({ type }) => (type === "address" ? account : 1n));
    const data = encodeErrorResult({ abi: paymentRouterAbi as Abi, errorName: name, args });
    expect(describeContractError(data)?.by, name).toBe("router");
  }
});

const reverted = (message: string, data?: `0x${string}`) =>
  new ExecutionRevertedError({ message, cause: new RawContractError({ ...(data && { data }) }) });

test.for([
  ["a text of Permit2 without data", reverted("execution reverted: TRANSFER_FROM_FAILED"), "permit2", false],
  ["a known error", reverted("execution reverted: custom error 0x756688fe", "0x756688fe"), "permit2", false],
  ["a token's own text", reverted("execution reverted: Pausable: paused"), "token", true],
] as const)("the reason for a revert says whose it is: %s", ([, error, by, isQuote]) => {
  expect(statedReason(error)).toMatchObject({ by, isQuote });
});

test("the number of an unknown error is no reason", () => {
  expect(statedReason(reverted("execution reverted: custom error 0x12345678"))).toBeNull();
});
