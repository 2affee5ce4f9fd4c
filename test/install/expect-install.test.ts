import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till install "));
  await mkdir(path.join(folder, "scripts"));
  await copyFile("scripts/expect-install.mjs", path.join(folder, "scripts", "expect-install.mjs"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a script as npm does, in the folder. */
function run() {
  const args = ["--import", "./scripts/expect-install.mjs", "-e", "console.log('it runs')"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

async function write(file: string): Promise<void> {
  await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
  await writeFile(path.join(folder, file), "");
}

test("a script that can't run says in one line whether the packages or their install scripts are missing", async () => {
  expect(run()).toEqual({ status: 1, stdout: "", stderr: "The packages aren't installed. Run `npm ci` first.\n" });
  const stderr =
    "The install scripts haven't run: npm's setting ignore-scripts is on. Run `npm ci --ignore-scripts=false` first.\n";
  await write("node_modules/node/package.json");
  expect(run()).toEqual({ status: 1, stdout: "", stderr });
  await write("node_modules/node/bin/node");
  expect(run()).toEqual({ status: 1, stdout: "", stderr });
  await write("lib/db/generated/client.ts");
  expect(run()).toEqual({ status: 1, stdout: "", stderr });
  await write("sdk/src/api-types.ts");
  expect(run()).toEqual({ status: 0, stdout: "it runs\n", stderr: "" });
});

test.for(["demo", "dev", "test"])("npm run %s looks for the install first", async (name) => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  expect(scripts[name]).toMatch(/^node --import \.\/scripts\/expect-install\.mjs /);
});
