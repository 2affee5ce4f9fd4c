// Checks that the oldest npm of package.json's `engines` installs the lock file, which newer ones are more
// lenient about. npx gets it from the registry. Nothing is installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

process.chdir(resolve(import.meta.dirname, ".."));
const oldest = /^>=(\d+\.\d+\.\d+)$/.exec(JSON.parse(readFileSync("package.json", "utf8")).engines.npm)?.[1];
if (oldest === undefined) throw new Error("engines.npm of package.json must name the oldest npm, such as >=10.9.3");
const args = ["--yes", "-p", `npm@${oldest}`, "npm", "ci", "--dry-run", "--ignore-scripts"];
const { status, stdout, stderr } = spawnSync("npx", args, { encoding: "utf8" });
if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
process.stdout.write(`npm ${oldest} ${status === 0 ? "installs" : "doesn't install"} the lock file\n`);
process.exitCode = status === 0 ? 0 : 1;
