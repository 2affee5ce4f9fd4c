import { describe, expect, test } from "vitest";
import { isTillError } from "#lib/core/errors.ts";
import { readResults, type WalletResult } from "#lib/domain/payments/gateway/read-results.ts";

const rpc = (...data: string[]): WalletResult => ({ type: "walletRpc", data });
const sign = { method: "eth_signTypedData_v4" } as const;
const send = { method: "eth_sendTransaction" } as const;
const first = `0x${"a1".repeat(32)}`;
const second = `0x${"b2".repeat(32)}`;

function fieldOf(results: readonly WalletResult[], actions: Parameters<typeof readResults>[1]): string {
  try {
    readResults(results, actions);
  } catch (error) {
    if (isTillError(error) && error.code === "params_validation" && !error.isUnusable) {
      return error.issues?.map(({ field }) => field).join() ?? "no issues";
    }
    throw error;
  }
  return "accepted";
}

describe("a wallet's results", () => {
  test.for([
    ["one entry for each action", [rpc(first), rpc(second), rpc("0xcc")]],
    ["one entry that holds all", [rpc(first, second, "0xcc")]],
    ["entries, one of them empty", [rpc(), rpc(first, second), rpc("0xcc")]],
    ["hashes in capitals", [rpc(`0x${"A1".repeat(32)}`), rpc(second), rpc("0xcc")]],
  ] as const)("are assigned to the actions in order, from %s", ([, results]) => {
    expect(readResults(results, [send, send, sign])).toEqual({ hashes: [first, second], signature: "0xcc" });
  });

  test("may hold a signature longer than a key's, as contract wallets send", () => {
    const long = `0x${"ab".repeat(2_000)}`;
    expect(readResults([rpc(long)], [sign])).toEqual({ hashes: [], signature: long });
  });
});

describe("invalid results are rejected with their field:", () => {
  test.for([
    ["none", [], [sign], "results"],
    ["one too few", [rpc("0xaa")], [send, sign], "results"],
    ["one too many", [rpc("0xaa"), rpc("0xbb")], [sign], "results"],
    ["one too many in one entry", [rpc("0xaa", "0xbb")], [sign], "results"],
    ["another type", [{ type: "transaction", data: ["0xaa"] }], [sign], "results.0.type"],
    ["another type in the second", [rpc(first), { type: "x", data: ["0xbb"] }], [send, sign], "results.1.type"],
    ["no 0x", [rpc("aabb")], [sign], "results.0.data"],
    ["half a byte", [rpc("0xabc")], [sign], "results.0.data"],
    ["no bytes", [rpc("0x")], [sign], "results.0.data"],
    ["no hexadecimal digits", [rpc("0xgg")], [sign], "results.0.data"],
    ["a trailing line break", [rpc("0xaa\n")], [sign], "results.0.data"],
    ["an invalid one after a valid one", [rpc(first), rpc("nope")], [send, sign], "results.1.data"],
    ["a signature in place of a hash", [rpc(`0x${"ab".repeat(65)}`), rpc(first)], [send, sign], "results.0.data"],
    ["a hash that is too short", [rpc("0xaa", "0xbb")], [send, sign], "results.0.data"],
    ["an invalid second hash", [rpc(first), rpc("0xaa"), rpc("0xbb")], [send, send, sign], "results.1.data"],
  ] as const)("%s", ([, results, actions, field]) => {
    expect(fieldOf(results, actions)).toBe(field);
  });
});
