import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { defaultCacheDir, loadContractCodes } from "#scripts/devnet/contract-codes.ts";

export type InstallOptions = {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** The cache directory for compiled contracts. Default `.till/contracts` of the project. */
  readonly cacheDir?: string;
  /** Called before compiling, the only slow step. */
  readonly onStep?: (step: string) => void;
};

/**
 * Installs the supported tokens, Permit2 and Multicall3 of a local chain at their real addresses, and a factory of
 * contract wallets. Existing contracts stay, and storage (balances, used nonces) is never changed. Mines no block.
 * @returns the number of installed contracts: 0 when all exist.
 * @throws Error when the node at `rpcUrl` has another chain id.
 */
export async function installChain(options: InstallOptions): Promise<number> {
  const { rpcUrl, chainId, cacheDir = defaultCacheDir, onStep = () => undefined } = options;
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
