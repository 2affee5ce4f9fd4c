import { parseEther } from "viem";
import { afterAll, beforeAll } from "vitest";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

/** The address of a wallet that anvil sends for. */
export const wallet = "0x00000000000000000000000000000000000000aa";

/**
 * Gives the tests of a file a chain whose node our code asks through a proxy that can misbehave, and {@link
 * wallet} gas on it. Each block has one transaction.
 */
export function proxiedChain(chainId: number) {
  let chain: DevChain;
  let proxy: NodeProxy;
  let client: AnvilClient;
  beforeAll(async () => {
    chain = await startChain({ chainId, blockTimeSeconds: 0 });
    proxy = await startNodeProxy(chain.rpcUrl);
    setEnv({ [`RPC_URLS_${chainId}`]: proxy.url });
    client = connectAnvil(chain.rpcUrl);
    await client.setBalance({ address: wallet, value: parseEther("1") });
    await client.impersonateAccount({ address: wallet });
  });
  afterAll(async () => {
    await proxy.stop();
    await chain.stop();
  });
  return { node: () => proxy, client: () => client };
}
