import { readFile, stat } from "node:fs/promises";
import { parseCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { type DenyList, parseDenyList } from "#lib/domain/payments/screening/deny-list.ts";
import type { Screening } from "#lib/domain/payments/screening/screening.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

const checkEveryMs = 2_000;

export type DenyListScreening = Screening & {
  /** Reads the list at start. @throws Error that names its problem. */
  load(): Promise<void>;
};

/**
 * Screening by a deny list file (for its format see parseDenyList), reloaded within 2 s of a change. A list that can't be
 * read, or that changes while it is read, leaves the last valid one in force. Replace the file by renaming: a file written
 * halfway, up to the end of a line, looks complete.
 */
export function createDenyListScreening(path: string): DenyListScreening {
  let list: DenyList | null = null;
  let loadedVersion = "";
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  async function reloadIfChanged(): Promise<void> {
    const version = await versionOf(path);
    if (version === loadedVersion) return;
    const text = await readFile(path, "utf8");
    if ((await versionOf(path)) !== version) throw new Error("the file is being written");
    list = parseDenyList(text);
    loadedVersion = version;
  }

  async function recheck(): Promise<void> {
    checkedAtMs = clock.now().getTime();
    try {
      await reloadIfChanged();
      endAlarm("deny_list", "all", {}, "the deny list can be read again");
    } catch (error) {
      const effect = list === null ? "every confirm is refused" : "the last valid one is in force";
      raiseAlarm("deny_list", "all", { err: error }, `the deny list can't be read; ${effect}`);
    }
  }

  return {
    async load() {
      await reloadIfChanged().catch((error: Error) => {
        throw new Error(`SCREENING_DENY_LIST: ${error.message}`, { cause: error });
      });
    },
    async screen(account) {
      if (clock.now().getTime() - checkedAtMs >= checkEveryMs) {
        checking ??= recheck().finally(() => {
          checking = null;
        });
      }
      await checking;
      if (list === null) throw new Error("no deny list is loaded");
      const parsed = parseCaip10(account);
      if (parsed === null) throw new Error(`${account} is not an account`);
      return list.has(parsed) ? "declined" : "accepted";
    },
  };
}

/** Identifies the file's content, which a replacement of the same size and age changes too. */
async function versionOf(path: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(path);
  return [ino, size, mtimeMs, ctimeMs].join();
}
