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

test("a wallet's transaction is found below blocks that are too large to be read in one response", async () => {
  const client = connectAnvil(chain.rpcUrl);
  await client.setBalance({ address: wallet, value: parseEther("1") });
  await client.impersonateAccount({ address: wallet });
  const hash = await client.sendTransaction({ account: wallet, to: wallet, chain: null });
  await client.waitForTransactionReceipt({ hash });
  await client.mine({ blocks: 25 });
  const extraData = `0x${"ab".repeat(300_000)}`;
  node.misbehave(({ method }) =>
    method === "eth_getBlockByNumber" ? { edit: (block) => ({ ...(block as object), extraData }) } : null,
  );
  const { findWalletTransactions } = await import("#lib/chain/relay/recovery/find-wallet-transactions.ts");
  const found = await findWalletTransactions({ chainId, wallet }, [0n], await client.getBlockNumber(), 100);
  expect(found).toMatchObject([{ hash, nonce: 0n }]);
});
