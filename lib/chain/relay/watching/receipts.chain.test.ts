import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const chainId = 8453;
const wallet = "0x00000000000000000000000000000000000000aa";
let chain: DevChain;
let node: NodeProxy;

beforeAll(async () => {
  chain = await startChain({ chainId, blockTimeSeconds: 0 });
  node = await startNodeProxy(chain.rpcUrl);
  setEnv({ [`RPC_URLS_${chainId}`]: node.url });
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
});

test("the receipts of blocks that are too large together are read, and fail no other call of that moment", async () => {
  const client = connectAnvil(chain.rpcUrl);
  await client.setBalance({ address: wallet, value: parseEther("1") });
  await client.impersonateAccount({ address: wallet });
  const blocks = [];
  for (let count = 0; count < 3; count += 1) {
    const hash = await client.sendTransaction({ account: wallet, to: wallet, chain: null });
    blocks.push((await client.waitForTransactionReceipt({ hash })).blockNumber);
  }
  const filler = "ab".repeat(2_000_000);
  node.misbehave(({ method }) =>
    method === "eth_getBlockReceipts"
      ? { edit: (receipts) => (receipts as object[]).map((receipt) => ({ ...receipt, filler })) }
      : null,
  );
  const { findBlockReceipts } = await import("#lib/chain/relay/watching/receipts.ts");
  const { chainClient } = await import("#lib/chain/nodes/clients.ts");
  const [head, ...receipts] = await Promise.all([
    chainClient(chainId).getBlockNumber(),
    ...blocks.map((block) => findBlockReceipts(chainId, block)),
  ]);
  expect(head).toBe(blocks.at(-1));
  expect(receipts.map((each) => each?.size)).toEqual([1, 1, 1]);
});
