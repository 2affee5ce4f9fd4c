import { describe, expect, test } from "vitest";
import { walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";

const wrapped = (cause: unknown) => Object.assign(new Error("An internal error was received."), { cause });

describe("what a wallet throws", () => {
  test.each([
    { code: 4001, message: "User rejected the request." },
    { code: 5000, message: "User rejected methods." },
    { code: "ACTION_REJECTED", message: "user rejected action" },
    { code: -32_603, data: { originalError: { code: 4001 } } },
    { message: "MetaMask Tx Signature: User denied transaction signature." },
    wrapped({ code: 4001 }),
    wrapped(wrapped({ code: 4001 })),
  ])("is the buyer's no: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "rejected" });
  });

  test("is a request that is open already", () => {
    expect(walletRefusal({ code: -32_002, message: "Request already pending." })).toEqual({ kind: "pending" });
  });

  test("is a sentence to show, of one line and no novel", () => {
    const error = { code: -32_000, message: `insufficient funds\n${"at x ".repeat(99)}` };
    expect(walletRefusal(error)).toEqual({ kind: "failed", sentence: "insufficient funds" });
    const refusal = walletRefusal(new Error("x".repeat(1_000)));
    expect(refusal.kind === "failed" && refusal.sentence.length).toBe(160);
  });

  test.each([undefined, null, "no", 7, {}])("may be anything: %o", (error) => {
    expect(walletRefusal(error)).toEqual({ kind: "failed", sentence: "" });
  });

  test("may be its own cause", () => {
    const error: { message: string; cause?: unknown } = { message: "round" };
    error.cause = error;
    expect(walletRefusal(error)).toEqual({ kind: "failed", sentence: "round" });
  });
});
