import path from "node:path";
import { parseEther } from "viem";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { defaultCacheDir } from "#scripts/devnet/contract-codes.ts";
import { type Funding, fundAccounts } from "#scripts/devnet/fund-accounts.ts";
import { installChain } from "#scripts/devnet/install-chain.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";

export type DevnetOptions = {
  readonly chainIds: readonly number[];
  /** The directory that keeps one file per chain between runs. Without it, the chains start empty and are discarded. */
  readonly stateDir?: string;
  /** The cache directory for compiled contracts. Default `.till/contracts` of the project. */
  readonly cacheDir?: string;
  /** Ports by chain id, for chains that need a fixed one. */
  readonly ports?: Readonly<Record<number, number>>;
  /** Default 1; 0 mines each transaction immediately. */
  readonly blockTimeSeconds?: number;
  /** Time between blocks after five minutes without a transaction. Default 10, which keeps long-running chains small. */
  readonly idleBlockTimeSeconds?: number;
  /** Default: `defaultFunding`. */
  readonly funding?: readonly Funding[];
  /** Called with a description of each step, for the user. */
  readonly onStep?: (step: string) => void;
};

export type Devnet = {
  /** In the order of `chainIds`. */
  readonly chains: readonly DevChain[];
  /** Saves and stops all chains. */
  stop(): Promise<void>;
};

/** The relayer gets 100 of the native coin for gas, each buyer 10 and 10,000 of each token. */
export function defaultFunding(): Funding[] {
  const { relayer, buyers } = devAccounts();
  return [
    { address: relayer.address, nativeWei: parseEther("100"), wholeTokens: 0n },
    ...buyers.map(({ address }) => ({ address, nativeWei: parseEther("10"), wholeTokens: 10_000n })),
  ];
}

/**
 * Starts local chains with the real chain ids, tokens and Permit2 at their real addresses, and funded accounts. With a
 * `stateDir` they continue from their last state. The first start in a checkout compiles the contracts in about ten seconds.
 * @throws Error when a chain doesn't start; the others are stopped first.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { chainIds, onStep = () => undefined } = options;
  const started = await Promise.allSettled(chainIds.map((chainId) => startOne(chainId, options, onStep)));
  const chains = started.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(chains.map((chain) => chain.stop()));
  };
  const failure = started.find((outcome) => outcome.status === "rejected");
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  return { chains, stop };
}

async function startOne(chainId: number, options: DevnetOptions, onStep: (step: string) => void): Promise<DevChain> {
  const { stateDir, cacheDir = defaultCacheDir, blockTimeSeconds = 1, funding = defaultFunding() } = options;
  const { idleBlockTimeSeconds = Math.max(10, blockTimeSeconds) } = options;
  const port = options.ports?.[chainId];
  const chain = await startChain({
    chainId,
    blockTimeSeconds,
    idleBlockTimeSeconds,
    historyBlocks: 32,
    ...(port === undefined ? {} : { port }),
    ...(stateDir === undefined ? {} : { stateFile: path.join(stateDir, `chain-${chainId}.json.gz`) }),
  });
  try {
    const installed = await installChain({ rpcUrl: chain.rpcUrl, chainId, cacheDir, onStep });
    await fundAccounts(chain.rpcUrl, chainId, funding);
    await chain.saveState();
    onStep(
      `Started chain ${chainId} at ${chain.rpcUrl}, ${installed === 0 ? "with its saved state" : `${installed} contracts installed`}`,
    );
    return chain;
  } catch (error) {
    await chain.stop();
    throw error;
  }
}
