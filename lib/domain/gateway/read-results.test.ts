import { describe, expect, test } from "vitest";
import { TillError } from "#lib/core/errors.ts";
import { readResults, type WalletResult } from "#lib/domain/gateway/read-results.ts";

const rpc = (...data: string[]): WalletResult => ({ type: "walletRpc", data });

function fieldOf(results: readonly WalletResult[], count: number): string {
  try {
    readResults(results, count);
  } catch (error) {
    if (error instanceof TillError && error.code === "params_validation" && error.status === 400) {
      return error.issues?.map(({ field }) => field).join() ?? "no issues";
    }
    throw error;
  }
  return "accepted";
}

describe("a wallet's results", () => {
  test.for([
    ["one entry for each action", [rpc("0xaa"), rpc("0xbb")]],
    ["one entry that holds all", [rpc("0xaa", "0xbb")]],
    ["entries of which one is empty", [rpc(), rpc("0xaa", "0xbb")]],
  ] as const)("come out in the order of the actions from %s", ([, results]) => {
    expect(readResults(results, 2)).toEqual(["0xaa", "0xbb"]);
  });

  test("may be longer than a signature, as contract wallets need it", () => {
    const long = `0x${"ab".repeat(2_000)}`;
    expect(readResults([rpc(long)], 1)).toEqual([long]);
  });
});

describe("results are refused by the field that is wrong:", () => {
  test.for([
    ["none", [], 1, "results"],
    ["one too few", [rpc("0xaa")], 2, "results"],
    ["one too many", [rpc("0xaa"), rpc("0xbb")], 1, "results"],
    ["one too many in one entry", [rpc("0xaa", "0xbb")], 1, "results"],
    ["another type", [{ type: "transaction", data: ["0xaa"] }], 1, "results.0.type"],
    ["another type in the second", [rpc("0xaa"), { type: "x", data: ["0xbb"] }], 2, "results.1.type"],
    ["no 0x", [rpc("aabb")], 1, "results.0.data"],
    ["half a byte", [rpc("0xabc")], 1, "results.0.data"],
    ["no bytes", [rpc("0x")], 1, "results.0.data"],
    ["no hexadecimal digits", [rpc("0xgg")], 1, "results.0.data"],
    ["a line break behind it", [rpc("0xaa\n")], 1, "results.0.data"],
    ["a bad one behind a good one", [rpc("0xaa"), rpc("nope")], 2, "results.1.data"],
  ] as const)("%s", ([, results, count, field]) => {
    expect(fieldOf(results, count)).toBe(field);
  });
});
