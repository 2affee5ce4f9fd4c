import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Hex, keccak256 } from "viem";
import { z } from "zod";
import { readSources } from "#scripts/devnet/contract-sources.ts";
import { compilerVersion, runSolc } from "#scripts/devnet/solc.ts";

const hex = z.templateLiteral(["0x", z.string().regex(/^([0-9a-f]{2})+$/)]);
const artifactSchema = z.object({ compiler: z.string(), settings: z.looseObject({}), initCode: hex });

/** The compiled router as it is committed; every installation deploys exactly this code. */
export type RouterArtifact = z.infer<typeof artifactSchema>;

const entry = "contracts/PaymentRouter.sol";
/** No metadata hash, so that comments don't change the code; paris, so that chains without PUSH0 can run it. */
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: "paris",
  metadata: { bytecodeHash: "none", appendCBOR: false },
};

export const routerArtifactFile: string = path.resolve(import.meta.dirname, "../../contracts/payment-router.json");

/** Reads the committed router. @throws Error when the file is missing or malformed. */
export async function readRouterArtifact(): Promise<RouterArtifact> {
  return artifactSchema.parse(JSON.parse(await readFile(routerArtifactFile, "utf8")));
}

/** Compiles the router from its sources. Takes about ten seconds. @throws Error with solc's messages. */
export async function compileRouter(): Promise<RouterArtifact> {
  const codes = await runSolc("solc", await readSources([entry]), [entry], settings);
  return artifactSchema.parse({ compiler: compilerVersion("solc"), settings, initCode: codes.PaymentRouter });
}

/** The text of the committed file. */
export function renderRouterArtifact(artifact: RouterArtifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`;
}

/** Identifies a version of the router in output: the hash of its init code. */
export function routerVersion({ initCode }: RouterArtifact): Hex {
  return keccak256(initCode);
}
