// Checks the API's documents with Spectral and Redocly: `npm run lint:api`. npx gets them from the registry, because together they are as
// large as a tenth of all packages and CI needs them for nothing else.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildOpenApi } from "#lib/api/openapi/build-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

const spectral = "@stoplight/spectral-cli@6.16.3";
const redocly = "@redocly/cli@2.77.0";

const folder = await mkdtemp(path.join(tmpdir(), "till-api-"));
await writeFile(path.join(folder, "rules.yaml"), "extends: [spectral:oas]\n");
const documents = serviceVersions.map((version) => `${version}.json`);
for (const version of serviceVersions) {
  await writeFile(path.join(folder, `${version}.json`), JSON.stringify(buildOpenApi(version, "https://till.example")));
}
const runs = [
  ["-p", spectral, "spectral", "lint", "--ruleset", "rules.yaml", "--fail-severity", "warn", ...documents],
  ["-p", redocly, "redocly", "lint", ...documents],
];
for (const args of runs) {
  const { status } = spawnSync("npx", ["--yes", ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
await rm(folder, { recursive: true });
