import { type Hex, isHex, keccak256, toHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { MinedTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeCall, type NodeProxy, type NodeRule, staleAt, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const height = 200n;
/** The nodes' chains differ above this block. */
const fork = 150n;
const mined = fork + 1n;
const confirmations = 4n;
const chainId = 8453;
let chain: DevChain;
let client: AnvilClient;
let nodes: NodeProxy[];
let newestFinalBlock: (chainId: number, head: bigint) => Promise<bigint>;
let selectFinal: typeof import("#lib/chain/relay/watching/record-final.ts").selectFinal;

type Block = { number: Hex; hash: Hex } | null;
const isBlock = ({ method, params }: NodeCall) => method === "eth_getBlockByNumber" && isHex(params[0]);

/** The rule of a node that has other blocks above the fork, up to its newest. */
const forked =
  (newest = height): NodeRule =>
  (call) => {
    if (!isBlock(call)) return staleAt(newest)(call);
    const edit = (block: Block) => {
      if (block === null || BigInt(block.number) > newest) return null;
      return BigInt(block.number) > fork ? { ...block, hash: keccak256(block.hash) } : block;
    };
    return { edit: (block) => edit(block as Block) };
  };

/** A transaction with a receipt of the chain without the fork. */
async function receiptAt(blockNumber: bigint): Promise<MinedTransaction> {
  const { hash: blockHash } = await client.getBlock({ blockNumber });
  return { receipt: { blockNumber, blockHash } } as MinedTransaction;
}

async function isFinal(id = chainId): Promise<boolean> {
  const transaction = await receiptAt(mined);
  return (await selectFinal({ chainId: id, wallet: "0x" }, [transaction])).length > 0;
}

beforeAll(async () => {
  chain = await startChain({ chainId, blockTimeSeconds: 0, historyBlocks: 0 });
  client = connectAnvil(chain.rpcUrl);
  await client.mine({ blocks: Number(height - (await client.getBlockNumber())) });
  nodes = await Promise.all([1, 2, 3].map(() => startNodeProxy(chain.rpcUrl)));
  const [first, second, third] = nodes.map(({ url }) => url);
  setEnv({
    [`RPC_URLS_${chainId}`]: `${first},${second}`,
    [`FINALITY_${chainId}`]: String(confirmations),
    RPC_URLS_10: String(third),
    FINALITY_10: String(confirmations),
    RPC_URLS_1: `${first},${second},${third}`,
    FINALITY_1: "finalized",
  });
  ({ newestFinalBlock } = await import("#lib/chain/nodes/final-block.ts"));
  ({ selectFinal } = await import("#lib/chain/relay/watching/record-final.ts"));
});
afterEach(() => {
  for (const node of nodes) node.misbehave();
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await chain.stop();
});

const misbehave = (index: number, rule: NodeRule) => nodes[index]?.misbehave(rule);

const busy = { error: { code: -32_005, message: "limit exceeded" } };
/** The rule of a node that refuses calls for some blocks. */
const refuses =
  (isRefused: (block: bigint) => boolean): NodeRule =>
  (call) =>
    isBlock(call) && isRefused(BigInt(call.params[0] as Hex)) ? busy : null;

test("a block isn't final when one node shows it and only another shows the last block on top", async () => {
  misbehave(
    0,
    refuses((block) => block > mined),
  );
  misbehave(
    1,
    refuses((block) => block === mined),
  );
  expect(await isFinal()).toBe(false);
});

test("a block isn't final while one node shows another at its height, however deep it is on the other", async () => {
  misbehave(1, forked());
  expect(await isFinal()).toBe(false);
  misbehave(1, forked(mined));
  expect(await isFinal()).toBe(false);
});

test("a block isn't final by the tag that two nodes give to a block of another fork", async () => {
  const tagged = height - 1n;
  const params = [toHex(tagged), false] as const;
  const block = await client.request<{ Parameters: readonly [Hex, boolean]; ReturnType: { hash: Hex } }>({
    method: "eth_getBlockByNumber",
    params,
  });
  const isTag = ({ method, params: [tag] }: NodeCall) => method === "eth_getBlockByNumber" && tag === "finalized";
  const otherFork: NodeRule = (call) =>
    isTag(call)
      ? { edit: () => ({ ...block, hash: keccak256(block.hash) }) }
      : refuses((number) => number === mined)(call);
  misbehave(0, (call) => (isTag(call) ? { params: [toHex(fork), false] } : null));
  misbehave(1, otherFork);
  misbehave(2, otherFork);
  expect(await newestFinalBlock(1, height)).toBe(tagged);
  expect(await isFinal(1)).toBe(false);
  for (const node of nodes) node.misbehave((call) => (isTag(call) ? { params: [...params] } : null));
  expect(await newestFinalBlock(1, height)).toBe(tagged);
  expect(await isFinal(1)).toBe(true);
});

test.each<[string, NodeRule]>([
  ["is down", () => "drop"],
  ["lacks the block", staleAt(fork)],
  ["never answers", () => "hang"],
])("a node that %s doesn't object", async (_name, rule) => {
  misbehave(0, rule);
  expect(await isFinal()).toBe(true);
});

test("both hashes of all transactions are read with one batch of each node, and nothing without transactions", async () => {
  const before = nodes.map(({ calls }) => calls.length);
  const count = () => nodes.map(({ calls }, index) => calls.length - Number(before[index]));
  expect(await selectFinal({ chainId: 10, wallet: "0x" }, [])).toEqual([]);
  expect(count()).toEqual([0, 0, 0]);
  const transactions = await Promise.all([mined, mined, mined + confirmations - 1n].map(receiptAt));
  expect(await selectFinal({ chainId: 10, wallet: "0x" }, transactions)).toHaveLength(3);
  expect(count()).toEqual([0, 0, 3]);
});
