import { type Hex, isHex, keccak256 } from "viem";
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

async function isFinal(id: number, finalBlock: bigint): Promise<boolean> {
  const transaction = await receiptAt(mined);
  return (await selectFinal({ chainId: id, wallet: "0x" }, [transaction], finalBlock)).length > 0;
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
  });
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

test("a block isn't final when one node shows it and only another shows the last block on top", async () => {
  const busy = { error: { code: -32_005, message: "limit exceeded" } };
  const refuses = (isRefused: (block: bigint) => boolean) => (call: NodeCall) =>
    isBlock(call) && isRefused(BigInt(call.params[0] as Hex)) ? busy : null;
  misbehave(
    0,
    refuses((block) => block > mined),
  );
  misbehave(
    1,
    refuses((block) => block === mined),
  );
  expect(await isFinal(chainId, height - confirmations + 1n)).toBe(false);
});

test("a block isn't final while one node shows another at its height, however deep it is on the other", async () => {
  misbehave(1, forked());
  expect(await isFinal(chainId, height - confirmations + 1n)).toBe(false);
  misbehave(1, forked(mined));
  expect(await isFinal(chainId, height - confirmations + 1n)).toBe(false);
});

test.each<[string, NodeRule]>([
  ["is down", () => "drop"],
  ["lacks the block", staleAt(fork)],
  ["never answers", () => "hang"],
])("a node that %s doesn't object", async (_name, rule) => {
  misbehave(0, rule);
  expect(await isFinal(chainId, height - confirmations + 1n)).toBe(true);
});

test("both hashes of all transactions are read with one batch of each node, and nothing without transactions", async () => {
  const before = nodes.map(({ calls }) => calls.length);
  const count = () => nodes.map(({ calls }, index) => calls.length - Number(before[index]));
  const final = height - confirmations + 1n;
  expect(await selectFinal({ chainId: 10, wallet: "0x" }, [], final)).toEqual([]);
  expect(count()).toEqual([0, 0, 0]);
  const transactions = await Promise.all([mined, mined, mined + confirmations - 1n].map(receiptAt));
  expect(await selectFinal({ chainId: 10, wallet: "0x" }, transactions, final)).toHaveLength(3);
  expect(count()).toEqual([0, 0, 3]);
});
