// Compiles the contracts that installations deploy into their artifacts, contracts/*.json: `node scripts/build-contracts.ts`.
import { writeFile } from "node:fs/promises";
import { artifactFile, shippedNames, versionOf } from "#scripts/contracts/artifacts.ts";
import { compileArtifact, renderArtifact } from "#scripts/contracts/compile-artifact.ts";

for (const name of shippedNames) {
  const artifact = await compileArtifact(name);
  await writeFile(artifactFile(name), renderArtifact(artifact));
  process.stdout.write(`Wrote contracts/${name}.json, version ${versionOf(artifact)}\n`);
}
