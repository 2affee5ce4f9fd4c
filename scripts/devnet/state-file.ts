import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bytesToHex, hexToBytes } from "viem";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";

export type StateKeeper = {
  /** Writes the file now. */
  save(): Promise<void>;
  /** Stops saving periodically and writes the file a last time. */
  stop(): Promise<void>;
};

/**
 * Loads the blocks, transactions, receipts and accounts that an earlier run saved (anvil's dump, gzipped JSON). Does
 * nothing when the file doesn't exist.
 * @throws Error naming the file when anvil can't read it.
 */
export async function loadState(client: AnvilClient, file: string): Promise<void> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return;
  try {
    await client.loadState({ state: bytesToHex(bytes) });
  } catch (cause) {
    throw new Error(`The saved chain ${file} can't be read. Delete it to start with an empty chain.`, { cause });
  }
}

/**
 * Saves the chain to `file` every `intervalMs` if it has a new block. anvil's `--state-interval` writes in place, so a
 * kill leaves a truncated file that anvil can't load; here a complete file replaces the old one.
 */
export function keepState(client: AnvilClient, file: string, intervalMs: number): StateKeeper {
  const stopped = new AbortController();
  let savedBlock: bigint | null = null;
  let last = Promise.resolve();

  const write = async (): Promise<void> => {
    const block = await client.getBlockNumber();
    const state = hexToBytes(await client.dumpState());
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, state);
    await rename(`${file}.tmp`, file);
    savedBlock = block;
  };
  const save = (): Promise<void> => {
    last = last.catch(() => undefined).then(write);
    return last;
  };
  const saveIfChanged = async (): Promise<void> => {
    if ((await client.getBlockNumber()) !== savedBlock) await save();
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await pause(intervalMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
      // A failed save leaves the older file; the next save follows soon, and `stop` reports its own failure.
      if (!stopped.signal.aborted) await saveIfChanged().catch(() => undefined);
    }
  };

  const running = run();
  return {
    save,
    stop: async () => {
      stopped.abort();
      await running;
      await save();
    },
  };
}
