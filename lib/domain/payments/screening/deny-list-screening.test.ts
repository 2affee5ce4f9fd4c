import { mkdtemp, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toCaip10 } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { createDenyListScreening, type DenyListScreening } from "#lib/domain/payments/screening/deny-list-screening.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const [one, two] = [
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
] as const;
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

/** Puts another list in place as one should: whole, by renaming. */
async function replace(text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

describe("screening by a deny list", () => {
  test("declines who is on it, with and without a load before", async () => {
    expect(await verdicts()).toEqual(onlyOne);
    const loaded = createDenyListScreening(path);
    await loaded.load();
    expect(await loaded.screen(toCaip10({ chainId: 1, address: one }))).toBe("declined");
  });

  test("follows the file within 2 s of a change", async () => {
    await verdicts();
    await replace(`${two}\n`);
    passedMs = 1_999;
    expect(await verdicts()).toEqual(onlyOne);
    passedMs = 2_000;
    expect(await verdicts()).toEqual(onlyTwo);
  });

  test("follows a replacement of the same size that pretends to be as old", async () => {
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
  ] as const)("keeps to the last good list while the file is %s, and goes on when it is mended", async ([, harm]) => {
    await verdicts();
    await harm();
    passedMs = 2_000;
    expect(await verdicts()).toEqual(onlyOne);
    passedMs = 4_000;
    expect(await verdicts()).toEqual(onlyOne);
    await replace(`${two}\n`);
    passedMs = 6_000;
    expect(await verdicts()).toEqual(onlyTwo);
  });

  test("accepts nobody and declines nobody as long as there was no good list", async () => {
    await replace("thief");
    await expect(verdicts()).rejects.toThrow("there is no deny list");
    await replace(`${one}\n`);
    passedMs = 2_000;
    expect(await verdicts()).toEqual(onlyOne);
  });

  test("says at start what is wrong", async () => {
    await replace(`# list\nthief\n`);
    await expect(screening.load()).rejects.toThrow(
      "SCREENING_DENY_LIST: neither an address nor an eip155 account is on line 2",
    );
    await rm(path);
    await expect(screening.load()).rejects.toThrow(/^SCREENING_DENY_LIST: ENOENT/);
  });
});
