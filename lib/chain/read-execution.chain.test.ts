import { type Hex, parseEther } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { forkedAt, type NodeProxy, staleAt, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const chainId = 8453;
const confirmations = 3;
let chain: DevChain;
let client: AnvilClient;
let nodes: NodeProxy[];
let hash: Hex;
let block: bigint;
let readExecution: typeof import("#lib/chain/read-execution.ts").readExecution;

beforeAll(async () => {
  chain = await startChain({ chainId, blockTimeSeconds: 0, historyBlocks: 0 });
  client = connectAnvil(chain.rpcUrl);
  nodes = await Promise.all([1, 2].map(() => startNodeProxy(chain.rpcUrl)));
  setEnv({
    [`RPC_URLS_${chainId}`]: nodes.map(({ url }) => url).join(),
    [`FINALITY_${chainId}`]: String(confirmations),
  });
  ({ readExecution } = await import("#lib/chain/read-execution.ts"));
  const [account = "0x"] = await client.getAddresses();
  await client.setBalance({ address: account, value: parseEther("1") });
  hash = await client.sendTransaction({ account, chain: null, to: account });
  await client.mine({ blocks: 1 });
  block = (await client.waitForTransactionReceipt({ hash })).blockNumber;
});
afterEach(() => {
  for (const node of nodes) node.misbehave();
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await chain.stop();
});

test("a transaction that was found is read once its block is final, and no node shows another block at its height", async () => {
  await expect(readExecution(chainId, hash)).rejects.toThrow("is final");
  await client.mine({ blocks: confirmations });
  nodes[1]?.misbehave(forkedAt(block));
  await expect(readExecution(chainId, hash)).rejects.toThrow("is final");
  nodes[1]?.misbehave(staleAt(block - 1n));
  expect((await readExecution(chainId, hash)).execution.receipt.blockNumber).toBe(block);
});
