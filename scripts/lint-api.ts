// Checks the API's documents with Spectral and Redocly, and the exchanges of its contract test with Prism:
// `npm run lint:api`, or some of them by name. npx gets them from the registry, because together they are as
// large as a tenth of all packages and CI needs them for nothing else.
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildOpenApi } from "#lib/api/openapi/build-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";

const spectral = "@stoplight/spectral-cli@6.16.3";
const redocly = "@redocly/cli@2.77.0";
const prism = "@stoplight/prism-cli@5.16.0";
/** npx may have to install it first. */
const prismStartsWithinMs = 300_000;

const folder = await mkdtemp(path.join(tmpdir(), "till-api-"));
await writeFile(path.join(folder, "rules.yaml"), "extends: [spectral:oas]\n");
const documents = serviceVersions.map((version) => `${version}.json`);
for (const version of serviceVersions) {
  await writeFile(path.join(folder, `${version}.json`), JSON.stringify(buildOpenApi(version, "https://till.example")));
}
const chosen = process.argv.slice(2);
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
const runs = [
  ["-p", spectral, "spectral", "lint", "--ruleset", "rules.yaml", "--fail-severity", "warn", ...documents],
  ["-p", redocly, "redocly", "lint", ...documents],
];
for (const args of runs.filter(([, , name = ""]) => isChosen(name))) {
  const { status } = spawnSync("npx", ["--yes", "--ignore-scripts", ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
if (isChosen("prism") && !(await checkByPrism())) process.exitCode = 1;
await rm(folder, { recursive: true });

/**
 * Runs the contract test through `prism proxy`, which compares each exchange with the document of its
 * version.
 * @returns true without faults.
 */
async function checkByPrism(): Promise<boolean> {
  const port = await choosePort(4500);
  const proxies = await Promise.all(
    serviceVersions.map(async (version, index) => {
      const own = await choosePort(4600 + index * 100);
      const options = ["--port", String(own), "--verboseLevel", "warn"];
      const args = [
        "--yes",
        "--ignore-scripts",
        "-p",
        prism,
        "prism",
        "proxy",
        `${version}.json`,
        `http://127.0.0.1:${port}`,
        ...options,
      ];
      const child = spawn("npx", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], detached: true });
      return { version, url: `http://127.0.0.1:${own}`, child };
    }),
  );
  try {
    for (const { url } of proxies) await untilListening(url);
    const urls = Object.fromEntries(proxies.map(({ version, url }) => [version, url]));
    const env = { ...process.env, PRISM: JSON.stringify({ port, urls }) };
    const args = ["run", "--project", "db", "test/api/contract.db.test.ts"];
    return spawnSync("vitest", args, { stdio: "inherit", env }).status === 0;
  } finally {
    // npx and what it has started are one group of processes.
    for (const { child } of proxies) if (child.pid !== undefined) process.kill(-child.pid);
  }
}

async function untilListening(url: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < prismStartsWithinMs; waitedMs += 500) {
    if (await fetch(url).catch(() => null)) return;
    await pause(500);
  }
  throw new Error(`Prism doesn't listen at ${url}. Check that the npm registry answers, and run it again.`);
}
