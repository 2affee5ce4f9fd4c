import { readFile, stat } from "node:fs/promises";
import { parseCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { type DenyList, parseDenyList } from "#lib/domain/payments/screening/deny-list.ts";
import type { Screening } from "#lib/domain/payments/screening/screening.ts";
import { log } from "#lib/log/log.ts";

const lookEveryMs = 2_000;

export type DenyListScreening = Screening & {
  /** Reads the list at start. @throws Error that says what is wrong with it. */
  load(): Promise<void>;
};

/**
 * Screening by a file (for its form see parseDenyList), read again within 2 s of a change. A list that can't be read, or
 * is changed while it is, leaves the last good one in force. Put a new list in place by renaming: half a file, cut at
 * the end of a line, looks like a whole one.
 */
export function createDenyListScreening(path: string): DenyListScreening {
  let list: DenyList | null = null;
  let read = "";
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const version = await versionOf(path);
    if (version === read) return;
    const text = await readFile(path, "utf8");
    if ((await versionOf(path)) !== version) throw new Error("the file is being written");
    list = parseDenyList(text);
    read = version;
  }

  async function lookAgain(): Promise<void> {
    lookedAtMs = clock.now().getTime();
    await look().catch((error: unknown) => {
      const inForce = list === null ? "so that nobody can pay" : "the last good one is in force";
      log().error({ alarm: "deny_list", err: error }, `the deny list can't be read; ${inForce}`);
    });
  }

  return {
    async load() {
      await look().catch((error: Error) => {
        throw new Error(`SCREENING_DENY_LIST: ${error.message}`, { cause: error });
      });
    },
    async screen(account) {
      if (clock.now().getTime() - lookedAtMs >= lookEveryMs) {
        looking ??= lookAgain().finally(() => {
          looking = null;
        });
      }
      await looking;
      if (list === null) throw new Error("there is no deny list");
      const parsed = parseCaip10(account);
      if (parsed === null) throw new Error(`${account} is no account`);
      return list.has(parsed) ? "declined" : "accepted";
    },
  };
}

/** Another one after each change, a replacement by a file of the same size and age included. */
async function versionOf(path: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(path);
  return [ino, size, mtimeMs, ctimeMs].join();
}
