import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type AnvilProcess, spawnAnvil } from "#scripts/devnet/anvil-process.ts";
import { type BlockTicker, startBlockTicker } from "#scripts/devnet/block-ticker.ts";
import { keepState, loadState, type StateKeeper } from "#scripts/devnet/state-file.ts";

export type ChainOptions = {
  readonly chainId: number;
  /** On 127.0.0.1. A free one is taken when none is given. */
  readonly port?: number;
  /** Kept there between runs; without it the chain begins empty and is forgotten. */
  readonly stateFile?: string;
  /** How much a SIGKILL may lose. Default 5. */
  readonly stateIntervalSeconds?: number;
  /** Default 1. With 0 every transaction gets a block of its own at once. */
  readonly blockTimeSeconds?: number;
  /** Between blocks after five minutes without a transaction. Default: `blockTimeSeconds`. */
  readonly idleBlockTimeSeconds?: number;
  /** How many old states can be asked for, or returned to by `anvil_reorg`. Each costs memory. Default 128. */
  readonly historyBlocks?: number;
};

export type DevChain = {
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Resolves when the node has ended, whether by `stop()` or by itself. */
  readonly exited: Promise<void>;
  /** Writes the state file now, if there is one: for changes that made no block. */
  saveState(): Promise<void>;
  /**
   * Does something while no block is mined by time: a reorg that meets one leaves anvil with a chain that contradicts
   * itself, whose blocks hold transactions that its state has never seen.
   */
  betweenBlocks<T>(work: () => Promise<T>): Promise<T>;
  /** Saves the state, ends the node, and resolves when it is gone. May be called again. */
  stop(): Promise<void>;
};

/** EIP-2935 writes a storage slot in every block, and anvil hashes all of them again for every block. */
const BLOCK_HASH_HISTORY = "0x0000F90827F1C53a10cb7A02335B175320002935";

/**
 * Starts a local chain, with the state of its last run when `stateFile` exists. Its accounts own nothing at first, and
 * no contract is installed. Blocks carry the wall clock's time, after a restart too. The node ends with this process.
 * @throws Error when the port is taken, the platform has no anvil, or the state file cannot be read.
 */
export async function startChain(options: ChainOptions): Promise<DevChain> {
  const { chainId, port = 0, stateFile, historyBlocks = 128 } = options;
  const history = ["--prune-history", ...(historyBlocks > 0 ? [String(historyBlocks)] : [])];
  const accounts = ["--balance", "0"];
  // Nothing is mined before the old state is back; a saved chain is larger than anvil's usual limit for a request.
  const args = ["--chain-id", String(chainId), "--no-mining", "--no-request-size-limit", ...accounts, ...history];
  const anvil = await spawnAnvil(port, args);
  const client = connectAnvil(anvil.rpcUrl);
  try {
    await client.setLoggingEnabled(false);
    if (stateFile !== undefined) await loadState(client, stateFile);
    await client.setCode({ address: BLOCK_HASH_HISTORY, bytecode: "0x" });
    return await putToWork(options, anvil, client);
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function putToWork(options: ChainOptions, anvil: AnvilProcess, client: AnvilClient): Promise<DevChain> {
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
    // A node that has ended by itself can not be asked for its state; the last file stays.
    if (!anvil.hasExited()) await keeper?.stop();
  } finally {
    await anvil.stop();
  }
}
