import { setTimeout as pause } from "node:timers/promises";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";

const BUSY_MS = 5 * 60_000;

export type BlockTimes = {
  blockTimeMs: number;
  /** Time between blocks of an idle chain. A transaction doesn't wait for it. */
  idleBlockTimeMs: number;
  /** Time from the last transaction until a chain counts as idle. Default five minutes, longer than finality takes. */
  busyMs?: number;
};

export type BlockTicker = {
  /** Stops the ticker and resolves when no call is running. */
  stop(): Promise<void>;
  /** Runs a function while no block is mined; the next block waits until it has finished. */
  betweenBlocks<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Mines a block every `blockTimeMs`, or every `idleBlockTimeMs` on an idle chain. anvil's own interval mining has two
 * problems on a chain that runs for days: each empty block takes memory that is never freed, and with block times of up
 * to two seconds it keeps 1,500 old states regardless of `--prune-history`.
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
      // A busy or exited node misses a block; the code that started the node watches for its exit.
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
