import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { DEFAULT_CACHE_DIR } from "#scripts/devnet/cache-dir.ts";
import { loadContractCodes } from "#scripts/devnet/contract-codes.ts";

export type InstallOptions = {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Where compiled contracts are kept. Default `.till/contracts` of the project. */
  readonly cacheDir?: string;
  /** Hears what takes long, which is only compiling, once. */
  readonly onStep?: (step: string) => void;
};

/**
 * Puts the supported tokens of a local chain, Permit2 and Multicall3 at their real addresses, and a factory of contract
 * wallets beside them. What is there already stays; storage (balances, used nonces) is never touched. Makes no block.
 * @returns how many contracts were put in place: 0 when there was nothing to do.
 * @throws Error when the node behind `rpcUrl` has another chain id.
 */
export async function installChain(options: InstallOptions): Promise<number> {
  const { rpcUrl, chainId, cacheDir = DEFAULT_CACHE_DIR, onStep = () => undefined } = options;
  const client = connectAnvil(rpcUrl);
  const actual = await client.getChainId();
  if (actual !== chainId) throw new Error(`The node at ${rpcUrl} has chain id ${actual}, not ${chainId}.`);
  const installed = await Promise.all(
    (await loadContractCodes(chainId, cacheDir, onStep)).map(async ({ address, code }) => {
      if ((await client.getCode({ address })) === code) return 0;
      await client.setCode({ address, bytecode: code });
      return 1;
    }),
  );
  return installed.filter((count) => count === 1).length;
}
