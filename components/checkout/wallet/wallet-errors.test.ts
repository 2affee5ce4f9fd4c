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
    wrapped({ code: 4001 }),
    wrapped(wrapped({ code: 4001 })),
  ])("is a rejection by the buyer: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "rejected" });
  });

  test("is a pending request", () => {
    expect(walletRefusal({ code: -32_002, message: "Request already pending." })).toEqual({ kind: "pending" });
  });

  test("is a failure with a message of one line and at most 160 characters", () => {
    const error = { code: -32_000, message: `insufficient funds\n${"at x ".repeat(99)}` };
    expect(walletRefusal(error)).toEqual({ kind: "failed", message: "insufficient funds" });
    const refusal = walletRefusal(new Error("x".repeat(1_000)));
    expect(refusal.kind === "failed" && refusal.message.length).toBe(160);
  });

  test.each([undefined, null, "no", 7, {}])("can be any value: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "failed", message: "" });
  });

  test("can be its own cause", () => {
    const error: { message: string; cause?: unknown } = { message: "round" };
    error.cause = error;
    expect(walletRefusal(error)).toEqual({ kind: "failed", message: "round" });
  });
});
