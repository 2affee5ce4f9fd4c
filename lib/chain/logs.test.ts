import { HttpRequestError, InvalidParamsRpcError, LimitExceededRpcError } from "viem";
import { expect, test } from "vitest";
import { readLogs } from "#lib/chain/logs.ts";

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
  const found = await readLogs(chainId, range, provider(most).read);
  expect(found).toHaveLength(Number(range.to - range.from) + 1);
  expect(new Set(found).size).toBe(found.length);
  expect([found[0], found.at(-1)]).toEqual([range.from, range.to]);
});

test("the allowed range is remembered for the chain's next query", async () => {
  await readLogs(5, { from: 0n, to: 9_999n }, provider(1_000n).read);
  const { read, asked } = provider(1_000n);
  await readLogs(5, { from: 0n, to: 9_999n }, read);
  expect(Math.max(...asked.map(Number))).toBeLessThan(5_000);
});

test("a refusal by HTTP is a refusal", async () => {
  const tooLarge = () => new HttpRequestError({ url: "http://node", status: 413 });
  expect(await readLogs(6, { from: 0n, to: 99n }, provider(10n, tooLarge).read)).toHaveLength(100);
});

test("a node that doesn't answer is no refusal: nothing is asked again", async () => {
  const { read, asked } = provider(0n, () => new HttpRequestError({ url: "http://node", status: 503 }));
  await expect(readLogs(7, { from: 0n, to: 99n }, read)).rejects.toThrow("HTTP request failed");
  expect(asked).toEqual([100n]);
});

test("a node that refuses a single block fails the search", async () => {
  const { read } = provider(0n, () => new InvalidParamsRpcError(new Error("no logs")));
  await expect(readLogs(8, { from: 0n, to: 99n }, read)).rejects.toThrow("no logs");
});
