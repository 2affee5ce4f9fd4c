// Known vulnerabilities of the packages in package-lock.json: `npm run audit`, `-- --refresh` to store the registry's advisories,
// `-- --warn` to exit with 0 in any case. Otherwise exits with 1 when a package is affected, and with 2 when nothing is known.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Advisory, advisoriesIn, findAffected, installedBy, parseSnapshot } from "#scripts/audit/advisories.ts";

const { values } = parseArgs({
  options: { refresh: { type: "boolean", default: false }, warn: { type: "boolean", default: false } },
});
process.chdir(resolve(import.meta.dirname, ".."));
/** CI waits less than people for a registry that doesn't answer. */
const registryTimeoutMs = values.warn ? 5_000 : 20_000;
const snapshotPath = "scripts/audit/advisories.json";
const refreshHint =
  "Run `npm run audit -- --refresh` where the npm registry answers, and commit scripts/audit/advisories.json.";
const say = (line: string) => process.stdout.write(`${line}\n`);

const code = await audit();
process.exit(values.warn ? 0 : code);

async function audit(): Promise<number> {
  const fresh = await askRegistry();
  if (values.refresh) return refresh(fresh);
  const installed = installedBy(await readFile("package-lock.json", "utf8"));
  for (const { name, version, deprecated } of installed) {
    if (deprecated !== null) say(`deprecated: ${name} ${version}: ${deprecated}`);
  }
  const known = fresh ?? (await readSnapshot());
  if (known === null) {
    say(`Nothing is known about vulnerabilities: the registry gave no advisories, and none are stored. ${refreshHint}`);
    return 2;
  }
  const found = findAffected(known, installed);
  for (const { advisory, installed: one } of found) {
    const { severity, title, url } = advisory;
    say(`${severity}: ${one.name} ${one.version}${one.isDev ? " (development)" : ""}: ${title} ${url}`);
  }
  say(`${installed.length} packages, ${found.length} known vulnerabilities`);
  return found.length === 0 ? 0 : 1;
}

/** The advisories that npm's own client gets; null when there is no answer in time. */
function askRegistry(): Promise<Advisory[] | null> {
  const options = { timeout: registryTimeoutMs, maxBuffer: 64 * 1_024 * 1_024 };
  return new Promise((answered) => {
    // npm exits with 1 when it finds vulnerabilities, too.
    execFile("npm", ["audit", "--json"], options, (_error, stdout) => answered(advisoriesIn(stdout)));
  });
}

async function refresh(fresh: Advisory[] | null): Promise<number> {
  if (fresh === null) {
    say("The registry gave no advisories, so the stored ones stay as they are.");
    return 2;
  }
  const snapshot = { takenAt: new Date().toISOString(), advisories: fresh };
  await writeFile(snapshotPath, `${JSON.stringify(snapshot, null, 2)}\n`);
  say(`Stored ${fresh.length} advisories in ${snapshotPath}`);
  return 0;
}

async function readSnapshot(): Promise<Advisory[] | null> {
  const { takenAt, advisories } = parseSnapshot(await readFile(snapshotPath, "utf8"));
  if (takenAt === null) return null;
  say(`The registry gave no advisories. These were stored on ${takenAt.slice(0, 10)}; later ones are unknown.`);
  return advisories;
}
