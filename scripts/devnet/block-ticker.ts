import { setTimeout as pause } from "node:timers/promises";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";

const BUSY_MS = 5 * 60_000;

export type BlockTimes = {
  blockTimeMs: number;
  /** Between blocks of an idle chain. A transaction does not wait for it. */
  idleBlockTimeMs: number;
  /** How long after its last transaction a chain is not idle yet. Default five minutes, more than finality takes. */
  busyMs?: number;
};

export type BlockTicker = {
  /** Stops it and resolves when no call is under way any more. */
  stop(): Promise<void>;
  /** Does something while no block is mined, and holds the next one back until it is done. */
  betweenBlocks<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Mines a block every `blockTimeMs`, and when the chain is idle every `idleBlockTimeMs`. anvil's own interval has two
 * faults on a chain that runs for days: every empty block costs memory for good, and with blocks of up to two seconds
 * it keeps 1,500 old states whatever `--prune-history` says.
 */
export function startBlockTicker(
  client: AnvilClient,
  { blockTimeMs, idleBlockTimeMs, busyMs = BUSY_MS }: BlockTimes,
): BlockTicker {
  const stopped = new AbortController();
  let busyUntil = performance.now() + busyMs;
  let minedAt = performance.now();
  let turn: Promise<unknown> = Promise.resolve();

  const betweenBlocks = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  const tick = async (): Promise<void> => {
    const { pending } = await client.getTxpoolStatus();
    const now = performance.now();
    if (pending > 0) busyUntil = now + busyMs;
    if (now > busyUntil && now - minedAt < idleBlockTimeMs) return;
    await client.mine({ blocks: 1 });
    minedAt = now;
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // A node that is busy or gone misses a block; whoever started it notices when it has exited.
      const elapsed = await timed(() => betweenBlocks(tick).catch(() => undefined));
      const untilNextMs = Math.max(0, blockTimeMs - elapsed);
      await pause(untilNextMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  };

  const running = run();
  return {
    betweenBlocks,
    stop() {
      stopped.abort();
      return running;
    },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
