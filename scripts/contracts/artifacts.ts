import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Hex, keccak256 } from "viem";
import { z } from "zod";

const hex = z.templateLiteral(["0x", z.string().regex(/^([0-9a-f]{2})+$/)]);
export const artifactSchema = z.object({ compiler: z.string(), settings: z.looseObject({}), initCode: hex });

/** A compiled contract as it is committed; every installation deploys exactly this code. */
export type Artifact = z.infer<typeof artifactSchema>;

/** The contracts that installations deploy, by the name of their artifact. */
export const shipped = {
  "payment-router": { contract: "PaymentRouter" },
  "deposit-factory": { contract: "DepositFactory" },
} as const;
export type Shipped = keyof typeof shipped;

export const shippedNames = Object.keys(shipped) as Shipped[];

/** The file of a committed artifact. */
export function artifactFile(name: Shipped): string {
  return path.resolve(import.meta.dirname, `../../contracts/${name}.json`);
}

/** Reads a committed contract. @throws Error when the file is missing or malformed. */
export async function readArtifact(name: Shipped): Promise<Artifact> {
  return artifactSchema.parse(JSON.parse(await readFile(artifactFile(name), "utf8")));
}

/** Identifies a version of a contract in output: the hash of its init code. */
export function versionOf({ initCode }: Artifact): Hex {
  return keccak256(initCode);
}
