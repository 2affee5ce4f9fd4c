import { readSources } from "#scripts/devnet/contract-sources.ts";
import { compilerVersion, runSolc } from "#scripts/devnet/solc.ts";
import { artifactSchema, type RouterArtifact } from "#scripts/router/router-artifact.ts";

const entry = "contracts/PaymentRouter.sol";
/** No metadata hash, so that comments don't change the code; paris, so that chains without PUSH0 can run it. */
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: "paris",
  metadata: { bytecodeHash: "none", appendCBOR: false },
};

/** Compiles the router from its sources. Takes about ten seconds. @throws Error with solc's messages. */
export async function compileRouter(): Promise<RouterArtifact> {
  const codes = await runSolc("solc", await readSources([entry]), [entry], settings);
  return artifactSchema.parse({ compiler: compilerVersion("solc"), settings, initCode: codes.PaymentRouter });
}

/** The text of the committed file. */
export function renderRouterArtifact(artifact: RouterArtifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`;
}
