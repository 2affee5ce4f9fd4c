import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bytesToHex, hexToBytes } from "viem";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";

export type StateKeeper = {
  /** Writes the file now. */
  save(): Promise<void>;
  /** Ends the periodic saving and writes the file a last time. */
  stop(): Promise<void>;
};

/**
 * Loads what an earlier run saved: blocks, transactions, receipts and accounts (gzipped JSON, as anvil dumps it).
 * Does nothing when there is no such file.
 * @throws Error naming the file when anvil cannot read it.
 */
export async function loadState(client: AnvilClient, file: string): Promise<void> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return;
  try {
    await client.loadState({ state: bytesToHex(bytes) });
  } catch (cause) {
    throw new Error(`The saved chain ${file} can not be read. Delete it to begin with an empty chain.`, { cause });
  }
}

/**
 * Saves the chain to `file` every `intervalMs`, unless it has no new block. anvil's own `--state-interval` writes into
 * the file in place: killed meanwhile, it leaves half a file that no anvil starts with. Here a whole file replaces the
 * old one.
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
      // A save that fails leaves the older file; the next one comes soon, and `stop` reports its own failure.
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
