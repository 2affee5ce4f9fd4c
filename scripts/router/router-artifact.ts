import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Hex, keccak256 } from "viem";
import { z } from "zod";

const hex = z.templateLiteral(["0x", z.string().regex(/^([0-9a-f]{2})+$/)]);
export const artifactSchema = z.object({ compiler: z.string(), settings: z.looseObject({}), initCode: hex });

/** The compiled router as it is committed; every installation deploys exactly this code. */
export type RouterArtifact = z.infer<typeof artifactSchema>;

export const routerArtifactFile: string = path.resolve(import.meta.dirname, "../../contracts/payment-router.json");

/** Reads the committed router. @throws Error when the file is missing or malformed. */
export async function readRouterArtifact(): Promise<RouterArtifact> {
  return artifactSchema.parse(JSON.parse(await readFile(routerArtifactFile, "utf8")));
}

/** Identifies a version of the router in output: the hash of its init code. */
export function routerVersion({ initCode }: RouterArtifact): Hex {
  return keccak256(initCode);
}
