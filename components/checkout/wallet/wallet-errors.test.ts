import { describe, expect, test } from "vitest";
import { walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";

const wrapped = (cause: unknown) => Object.assign(new Error("An internal error was received."), { cause });

describe("a wallet error", () => {
  test.each([
    { code: 4001, message: "User rejected the request." },
    { code: 5000, message: "User rejected methods." },
    { code: "ACTION_REJECTED", message: "user rejected action" },
    { code: -32_603, data: { originalError: { code: 4001 } } },
    { message: "MetaMask Tx Signature: User denied transaction signature." },
    { code: "4001", message: "no" },
    { code: -32_603, message: "Internal JSON-RPC error.", data: { code: 4001, message: "MetaMask: user denied" } },
    { error: { code: 4001 } },
    { info: { error: { code: 4001, message: "ethers user-denied" } }, reason: "rejected" },
    "User rejected the request.",
    "user denied signature",
    "The user disapproved requested methods",
    "Rejected by user",
    "Transaction was cancelled by the user",
    "cancelled",
    "Request rejected.",
    "User closed modal",
    "用户拒绝了请求",
    "4001",
    4001,
    { code: "Failure_ActionCancelled", error: "Action cancelled by user" },
    { name: "TransportStatusError", statusCode: 0x6985, message: "Ledger device: UNKNOWN_ERROR" },
    new Error("Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)"),
    wrapped({ code: 4001 }),
    wrapped(wrapped({ code: 4001 })),
  ])("is a rejection by the buyer: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "rejected" });
  });

  test.each([
    { code: -32_002, message: "Request already pending." },
    "Already processing eth_requestAccounts. Please wait.",
  ])("is a pending request: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "pending" });
  });

  test.each([
    new Error("Ledger device: Locked device (0x5515)"),
    { statusCode: 0x5515 },
    new Error("Ledger device: UNKNOWN_ERROR (0x6b0c)"),
    new Error("Ledger device: UNKNOWN_ERROR (0x6511)"),
    new Error("Ledger device: CLA_NOT_SUPPORTED (0x6e00)"),
    "Ethereum app is closed. Please open it to continue.",
    { code: -32_000, message: "Wallet is locked" },
  ])("is a locked wallet or a closed app: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "locked" });
  });

  test.each([
    new Error("Ledger device: Invalid data received (0x6a80)"),
    new Error("Error: Ledger: Blind signing must be enabled"),
    "Please enable Blind signing or Contract data in the Ethereum app Settings",
  ])("is a device that blocks the request: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "blindSigning" });
  });

  test.each([
    { code: 4100, message: "The requested account has not been authorized by the user." },
    "No accounts found",
  ])("is a missing account: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "noAccount" });
  });

  test.each([
    { code: 4200, message: "eth_signTypedData_v4" },
    { code: -32_601 },
    { code: -32_603, message: "MetaMask Message Signature: Error: Not supported on this device" },
  ])("is a request that the wallet doesn't support: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "unsupported" });
  });

  test.each([
    [
      { code: -32_603, message: "Internal JSON-RPC error.", data: { message: "insufficient funds for gas" } },
      "insufficient funds for gas",
    ],
    ["transaction underpriced", "transaction underpriced"],
    [{ message: "[object Object]" }, "[object Object]"],
    [
      new Error("The node's user limit: the transaction was rejected by the node"),
      "The node's user limit: the transaction was rejected by the node",
    ],
  ])("of another kind has the words that say most: %o", (error, message) => {
    expect(walletRefusal(error)).toEqual({ kind: "failed", message });
  });

  test("is a failure with a message of one line and at most 160 characters", () => {
    const error = { code: -32_000, message: `insufficient funds\n${"at x ".repeat(99)}` };
    expect(walletRefusal(error)).toEqual({ kind: "failed", message: "insufficient funds" });
    const refusal = walletRefusal(new Error("x".repeat(1_000)));
    expect(refusal.kind === "failed" && refusal.message.length).toBe(160);
  });

  test.each([undefined, null, 7, {}, { message: 5 }, "0x08c379a0"])("can be any value: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "failed", message: "" });
  });

  test("can be its own cause", () => {
    const error: { message: string; cause?: unknown } = { message: "round" };
    error.cause = error;
    expect(walletRefusal(error)).toEqual({ kind: "failed", message: "round" });
  });
});
