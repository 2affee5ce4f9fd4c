import { type Artifact, artifactSchema, type Shipped, shipped } from "#scripts/contracts/artifacts.ts";
import { readSources } from "#scripts/devnet/contract-sources.ts";
import { compilerVersion, runSolc } from "#scripts/devnet/solc.ts";

/** No metadata hash, so that comments don't change the code; paris, so that chains without PUSH0 can run it. */
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: "paris",
  metadata: { bytecodeHash: "none", appendCBOR: false },
};

/** Compiles a contract from its sources. Takes about ten seconds. @throws Error with solc's messages. */
export async function compileArtifact(name: Shipped): Promise<Artifact> {
  const { contract } = shipped[name];
  const entry = `contracts/${contract}.sol`;
  const codes = await runSolc("solc", await readSources([entry]), [entry], settings);
  return artifactSchema.parse({ compiler: compilerVersion("solc"), settings, initCode: codes[contract] });
}

/** The text of the committed file. */
export function renderArtifact(artifact: Artifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`;
}
