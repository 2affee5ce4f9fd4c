import { type DevAccounts, devAccounts } from "#scripts/devnet/accounts.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { fundAccounts } from "#scripts/devnet/fund-accounts.ts";
import { installChain } from "#scripts/devnet/install-chain.ts";
import { type ChainOptions, type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { defaultFunding } from "#scripts/devnet/start-devnet.ts";

export type TestChain = DevChain & {
  /** Reads, sends as any of `accounts`, and controls the node: mine, snapshot, reorg, set balances. */
  readonly client: AnvilClient;
  readonly accounts: DevAccounts;
};

/**
 * Starts a local chain with all tokens, Permit2 and funded accounts, on a free port, for one test file; call `stop()`
 * in its `afterAll`. By default each transaction is mined at once: turn that off with `client.setAutomine(false)` to
 * see transactions wait, and mine with `client.mine({ blocks })`.
 */
export async function startTestChain(options: ChainOptions): Promise<TestChain> {
  const chain = await startChain({ blockTimeSeconds: 0, ...options });
  try {
    await installChain(chain);
    await fundAccounts(chain.rpcUrl, chain.chainId, defaultFunding());
    await chain.saveState();
  } catch (error) {
    await chain.stop();
    throw error;
  }
  return { ...chain, client: connectAnvil(chain.rpcUrl), accounts: devAccounts() };
}
