import { toHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const height = 200n;
const tagged = height - 64n;
let chain: DevChain;
let client: AnvilClient;
let nodes: NodeProxy[];
let newestFinalBlock: (chainId: number, head: bigint) => Promise<bigint>;
let readFinalBlock: (chainId: number, atLeast?: bigint) => Promise<bigint>;

/** The rule of a node that gives the tag to another block. */
const tags =
  (block: bigint): NodeRule =>
  ({ method, params }) =>
    method === "eth_getBlockByNumber" && params[0] === "finalized" ? { params: [toHex(block), false] } : null;

beforeAll(async () => {
  chain = await startChain({ chainId: 1, blockTimeSeconds: 0, historyBlocks: 0 });
  client = connectAnvil(chain.rpcUrl);
  await client.mine({ blocks: Number(height - (await client.getBlockNumber())) });
  nodes = await Promise.all([1, 2, 3].map(() => startNodeProxy(chain.rpcUrl)));
  const [first, second, alone] = nodes.map(({ url }) => url);
  setEnv({
    RPC_URLS_1: `${first},${second}`,
    FINALITY_1: "finalized",
    RPC_URLS_137: `${first},${second},${alone}`,
    FINALITY_137: "finalized",
    RPC_URLS_8453: String(alone),
    FINALITY_8453: "finalized",
    RPC_URLS_10: String(alone),
    FINALITY_10: "7",
  });
  ({ newestFinalBlock, readFinalBlock } = await import("#lib/chain/nodes/final-block.ts"));
});
afterEach(() => {
  for (const node of nodes) node.misbehave();
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await chain.stop();
});

const misbehave = (index: number, rule: NodeRule) => nodes[index]?.misbehave(rule);

test("with two nodes, a block is final when both give it the tag: one that lies can't bring finality forward", async () => {
  misbehave(0, tags(height));
  expect(await newestFinalBlock(1, height)).toBe(tagged);
  misbehave(0, tags(tagged + 5n));
  misbehave(1, tags(tagged + 3n));
  expect(await newestFinalBlock(1, height)).toBe(tagged + 3n);
});

test("a node that lags behind doesn't take back what two nodes have agreed on, and nothing above the head is final", async () => {
  misbehave(1, tags(tagged - 20n));
  expect(await newestFinalBlock(1, height)).toBe(tagged + 3n);
  expect(await newestFinalBlock(1, tagged - 1n)).toBe(tagged - 1n);
});

test("a third node that hangs is waited for briefly, and then not asked, because two answers are enough", async () => {
  misbehave(2, () => "hang");
  const startedAt = performance.now();
  expect(await newestFinalBlock(137, height)).toBe(tagged);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  const asked = nodes[2]?.calls.length;
  expect(asked).toBeGreaterThan(0);
  expect(await newestFinalBlock(137, height)).toBe(tagged);
  expect(nodes[2]?.calls.length).toBe(asked);
});

test("the tag of a single node delays finality, but the confirmations apply too", async () => {
  expect(await newestFinalBlock(8453, height)).toBe(tagged);
  misbehave(2, tags(height));
  expect(await newestFinalBlock(8453, height)).toBe(height - 9n);
});

test("while one of two nodes is down, the other counts as a single one", async () => {
  misbehave(0, () => "drop");
  misbehave(1, tags(height));
  expect(await newestFinalBlock(1, height)).toBe(height - 11n);
});

test("a single node that makes up a head, or has no such tag, makes nothing final", async () => {
  misbehave(2, tags(height));
  await expect(newestFinalBlock(8453, height + 1_000n)).rejects.toThrow("could not be found");
  misbehave(2, ({ method }) =>
    method === "eth_getBlockByNumber" ? { error: { code: -32_602, message: "no tag" } } : null,
  );
  await expect(newestFinalBlock(8453, height)).rejects.toThrow('shows its "finalized" block');
});

test("a node behind the block that a search has to include fails it", async () => {
  expect(await readFinalBlock(10, height - 6n)).toBe(height - 6n);
  misbehave(2, ({ method }) => (method === "eth_blockNumber" ? { edit: () => toHex(height - 1n) } : null));
  await expect(readFinalBlock(10, height - 6n)).rejects.toThrow(
    `lags behind: ${height - 7n} is its newest final block`,
  );
});

test("a number of confirmations needs no tag", async () => {
  misbehave(2, () => "drop");
  expect(await newestFinalBlock(10, height)).toBe(height - 6n);
});
