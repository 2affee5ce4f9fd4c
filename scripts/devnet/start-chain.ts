import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type AnvilProcess, spawnAnvil } from "#scripts/devnet/anvil-process.ts";
import { type BlockTicker, startBlockTicker } from "#scripts/devnet/block-ticker.ts";
import { keepState, loadState, type StateKeeper } from "#scripts/devnet/state-file.ts";

export type ChainOptions = {
  readonly chainId: number;
  /** The port on 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** The file that keeps the chain between runs. Without it, the chain starts empty and is discarded. */
  readonly stateFile?: string;
  /** Seconds of blocks that a SIGKILL can lose. Default 5. */
  readonly stateIntervalSeconds?: number;
  /** Default 1. With 0, each transaction is mined immediately in its own block. */
  readonly blockTimeSeconds?: number;
  /** Time between blocks after five minutes without a transaction. Default: `blockTimeSeconds`. */
  readonly idleBlockTimeSeconds?: number;
  /** The number of old states kept for queries and `anvil_reorg`. Each costs memory. Default 128. */
  readonly historyBlocks?: number;
};

export type DevChain = {
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Resolves when the node has exited, for any reason. */
  readonly exited: Promise<void>;
  /** Writes the state file now, if there is one: for changes without a block. */
  saveState(): Promise<void>;
  /**
   * Runs a function while interval mining is paused. A reorg during mining leaves anvil with an inconsistent chain, whose
   * blocks contain transactions that its state doesn't reflect.
   */
  betweenBlocks<T>(work: () => Promise<T>): Promise<T>;
  /** Saves the state, stops the node and resolves when it has exited. Idempotent. */
  stop(): Promise<void>;
};

/** The EIP-2935 contract, which is removed: it writes a slot per block, and anvil rehashes all slots for each block. */
const BLOCK_HASH_HISTORY = "0x0000F90827F1C53a10cb7A02335B175320002935";

/**
 * Starts a local chain, with the state of its last run when `stateFile` exists. A new chain has empty accounts and no
 * contracts. Blocks have the wall clock's time, also after a restart. The node exits with this process.
 * @throws Error when the port is taken, the platform has no anvil, or the state file can't be read.
 */
export async function startChain(options: ChainOptions): Promise<DevChain> {
  const { chainId, port = 0, stateFile, historyBlocks = 128 } = options;
  const history = ["--prune-history", ...(historyBlocks > 0 ? [String(historyBlocks)] : [])];
  const accounts = ["--balance", "0"];
  // No mining until the saved state is loaded; a saved chain exceeds anvil's default request limit.
  const args = ["--chain-id", String(chainId), "--no-mining", "--no-request-size-limit", ...accounts, ...history];
  const anvil = await spawnAnvil(port, args);
  const client = connectAnvil(anvil.rpcUrl);
  try {
    await client.setLoggingEnabled(false);
    if (stateFile !== undefined) await loadState(client, stateFile);
    await client.setCode({ address: BLOCK_HASH_HISTORY, bytecode: "0x" });
    return await runChain(options, anvil, client);
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function runChain(options: ChainOptions, anvil: AnvilProcess, client: AnvilClient): Promise<DevChain> {
  const { chainId, stateFile, stateIntervalSeconds = 5 } = options;
  const ticker = await startMining(client, options);
  const keeper = stateFile === undefined ? null : keepState(client, stateFile, stateIntervalSeconds * 1000);
  let stopping: Promise<void> | null = null;
  return {
    chainId,
    rpcUrl: anvil.rpcUrl,
    exited: anvil.exited,
    saveState: async () => keeper?.save(),
    betweenBlocks: ticker.betweenBlocks,
    stop: () => {
      stopping ??= stopAll(anvil, ticker, keeper);
      return stopping;
    },
  };
}

async function startMining(client: AnvilClient, options: ChainOptions): Promise<BlockTicker> {
  const { blockTimeSeconds = 1, idleBlockTimeSeconds = blockTimeSeconds } = options;
  if (blockTimeSeconds === 0) {
    await client.setAutomine(true);
    return { stop: async () => undefined, betweenBlocks: (work) => work() };
  }
  return startBlockTicker(client, {
    blockTimeMs: blockTimeSeconds * 1000,
    idleBlockTimeMs: idleBlockTimeSeconds * 1000,
  });
}

async function stopAll(anvil: AnvilProcess, ticker: BlockTicker, keeper: StateKeeper | null): Promise<void> {
  try {
    await ticker.stop();
    // A node that has exited can't return its state; the last saved file stays.
    if (!anvil.hasExited()) await keeper?.stop();
  } finally {
    await anvil.stop();
  }
}
