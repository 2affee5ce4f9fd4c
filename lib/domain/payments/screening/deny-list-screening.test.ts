import { mkdtemp, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toCaip10 } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { createDenyListScreening, type DenyListScreening } from "#lib/domain/payments/screening/deny-list-screening.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const one = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" as const;
const two = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" as const;
let directory: string;
let path: string;
let screening: DenyListScreening;
let passedMs = 0;
let restoreClock = () => {};

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "till-screening-"));
  path = join(directory, "deny.txt");
  await writeFile(path, `${one}\n`);
  screening = createDenyListScreening(path);
  passedMs = 0;
  restoreClock = useClock({ now: () => new Date(1_795_262_400_000 + passedMs) });
});
afterEach(async () => {
  restoreClock();
  await rm(directory, { recursive: true });
});

const verdicts = () => Promise.all([one, two].map((address) => screening.screen(toCaip10({ chainId: 8453, address }))));
const onlyOne = ["declined", "accepted"];
const onlyTwo = ["accepted", "declined"];

/** Replaces the list as documented: a complete file, by renaming. */
async function replace(text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

describe("screening by a deny list", () => {
  test("declines listed accounts, with or without an earlier load", async () => {
    expect(await verdicts()).toEqual(onlyOne);
    const loaded = createDenyListScreening(path);
    await loaded.load();
    expect(await loaded.screen(toCaip10({ chainId: 1, address: one }))).toBe("declined");
  });

  test("reloads the file within 2 s of a change", async () => {
    await verdicts();
    await replace(`${two}\n`);
    passedMs = 1_999;
    expect(await verdicts()).toEqual(onlyOne);
    passedMs = 2_000;
    expect(await verdicts()).toEqual(onlyTwo);
  });

  test("reloads a replacement with the same size and modification time", async () => {
    await verdicts();
    const { atime, mtime } = await stat(path);
    await replace(`${two}\n`);
    await utimes(path, atime, mtime);
    passedMs = 2_000;
    expect(await verdicts()).toEqual(onlyTwo);
  });

  test.for([
    ["damaged", () => replace(`${two}\nthief\n`)],
    ["emptied", () => writeFile(path, "")],
    ["gone", () => rm(path)],
  ] as const)(
    "keeps the last valid list while the file is %s, and reloads it once it is repaired",
    async ([, harm]) => {
      await verdicts();
      await harm();
      passedMs = 2_000;
      expect(await verdicts()).toEqual(onlyOne);
      passedMs = 4_000;
      expect(await verdicts()).toEqual(onlyOne);
      await replace(`${two}\n`);
      passedMs = 6_000;
      expect(await verdicts()).toEqual(onlyTwo);
    },
  );

  test("neither accepts nor declines an account before a valid list is loaded", async () => {
    await replace("thief");
    await expect(verdicts()).rejects.toThrow("no deny list is loaded");
    await replace(`${one}\n`);
    passedMs = 2_000;
    expect(await verdicts()).toEqual(onlyOne);
  });

  test("fails at start with the problem of the list", async () => {
    await replace(`# list\nthief\n`);
    await expect(screening.load()).rejects.toThrow(
      "SCREENING_DENY_LIST: line 2 is neither an address nor an eip155 account",
    );
    await rm(path);
    await expect(screening.load()).rejects.toThrow(/^SCREENING_DENY_LIST: ENOENT/);
  });
});
