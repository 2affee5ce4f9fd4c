import {
  BlockNotFoundError,
  HttpRequestError,
  InvalidParamsRpcError,
  LimitExceededRpcError,
  RpcRequestError,
} from "viem";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readLogs } from "#lib/chain/logs.ts";

/** A node that has every block. */
const node = { getBlock: async () => ({}) };

/** Reads the numbers of a range's blocks from a provider that allows `most` of them in one query. */
function provider(most: bigint, error: () => Error = () => new LimitExceededRpcError(new Error("range too large"))) {
  const asked: bigint[] = [];
  const read = async ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) => {
    const size = toBlock - fromBlock + 1n;
    asked.push(size);
    if (size > most) throw error();
    return Array.from({ length: Number(size) }, (_, index) => fromBlock + BigInt(index));
  };
  return { read, asked };
}

test.for([
  [1, 20_000n],
  [2, 1_000n],
  [3, 10n],
  [4, 1n],
] as const)("chain %s: every block is read once where a query may span %s blocks", async ([chainId, most]) => {
  const range = { from: 7n, to: chainId === 4 ? 40n : 9_007n };
  const found = await readLogs(node, chainId, range, provider(most).read);
  expect(found).toHaveLength(Number(range.to - range.from) + 1);
  expect(new Set(found).size).toBe(found.length);
  expect([found[0], found.at(-1)]).toEqual([range.from, range.to]);
});

describe("a provider that allows ten blocks", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("refuses only the first queries: the range that worked is remembered for the chain", async () => {
    const first = provider(10n);
    await readLogs(node, 5, { from: 0n, to: 20_000n }, first.read);
    expect(first.asked.filter((size) => size > 10n)).toHaveLength(12);
    const { read, asked } = provider(10n);
    expect(await readLogs(node, 5, { from: 0n, to: 999n }, read)).toHaveLength(1_000);
    expect(asked.filter((size) => size > 10n)).toEqual([]);
    expect(asked).toHaveLength(112);
  });

  test("is asked for more after ten minutes, once", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    await readLogs(node, 9, { from: 0n, to: 20_000n }, provider(10n).read);
    vi.advanceTimersByTime(600_000);
    const { read, asked } = provider(10n);
    await readLogs(node, 9, { from: 0n, to: 999n }, read);
    expect(asked.filter((size) => size > 10n)).toEqual([18n]);
  });
});

let nextChainId = 100;

/** A provider's error as its JSON-RPC response carries it. */
const rpcError = (code: number, message: string) => () =>
  new RpcRequestError({ body: {}, url: "http://node", error: { code, message } });

test.for([
  ["Alchemy", -32_600, "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range."],
  ["Alchemy, by size", -32_602, "Log response size exceeded. this block range should work: [0x0, 0x7cf]"],
  ["Infura", -32_005, "query returned more than 10000 results. Try with this block range [0x0, 0x7cf]."],
  ["QuickNode", -32_614, "eth_getLogs is limited to a 10,000 range"],
  ["Ankr", -32_600, "block range is too wide"],
  ["PublicNode", -32_701, "exceed maximum block range: 50000"],
  ["dRPC", 35, "ranges over 10000 blocks are not supported on freetier"],
  ["Cloudflare", -32_047, "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800"],
  ["a node that takes too long", -32_000, "query timeout exceeded"],
] as const)("%s: its refusal of a range makes the range smaller", async ([, code, message]) => {
  nextChainId += 1;
  expect(
    await readLogs(node, nextChainId, { from: 0n, to: 999n }, provider(100n, rpcError(code, message)).read),
  ).toHaveLength(1_000);
});

test.for([
  ["Alchemy", 429, "Your app has exceeded its compute units per second capacity."],
  ["Infura", -32_005, "daily request count exceeded, request rate limited"],
  ["QuickNode", -32_007, "50/second request limit reached - reduce calls per second"],
  ["Ankr", -32_090, "Too many requests, reason: call rate limit exhausted, retry in 10s"],
  ["PublicNode", -32_701, "History has been pruned for this block"],
  [
    "Alchemy, lagging",
    -32_000,
    "One of the blocks specified in filter (fromBlock, toBlock or blockHash) cannot be found.",
  ],
  ["Geth, lagging", -32_000, "header not found"],
] as const)("%s: a limit of requests or a missing block fails the search at once", async ([, code, message]) => {
  const { read, asked } = provider(0n, rpcError(code, message));
  await expect(readLogs(node, 10, { from: 0n, to: 999n }, read)).rejects.toThrow();
  expect(asked).toEqual([1_000n]);
});

test("a node that lacks the last block of a query fails the search, because its logs may be missing", async () => {
  const lagging = {
    getBlock: async ({ blockNumber }: { blockNumber: bigint }) => {
      if (blockNumber > 50n) throw new BlockNotFoundError({ blockNumber });
    },
  };
  const { read, asked } = provider(100n);
  await expect(readLogs(lagging, 11, { from: 0n, to: 99n }, read)).rejects.toThrow("could not be found");
  expect(asked).toEqual([100n]);
});

test("a refusal by HTTP is a refusal", async () => {
  const tooLarge = () => new HttpRequestError({ url: "http://node", status: 413 });
  expect(await readLogs(node, 6, { from: 0n, to: 99n }, provider(10n, tooLarge).read)).toHaveLength(100);
});

test("a node that doesn't answer is no refusal: nothing is asked again", async () => {
  const { read, asked } = provider(0n, () => new HttpRequestError({ url: "http://node", status: 503 }));
  await expect(readLogs(node, 7, { from: 0n, to: 99n }, read)).rejects.toThrow("HTTP request failed");
  expect(asked).toEqual([100n]);
});

test("a node that refuses a single block fails the search", async () => {
  const { read } = provider(0n, () => new InvalidParamsRpcError(new Error("no logs")));
  await expect(readLogs(node, 8, { from: 0n, to: 99n }, read)).rejects.toThrow("no logs");
});
