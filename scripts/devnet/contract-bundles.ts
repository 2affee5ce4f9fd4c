import { createHash } from "node:crypto";
import path from "node:path";
import type { Hex } from "viem";
import { z } from "zod";
import { buildOnce } from "#scripts/devnet/build-once.ts";
import { readSources } from "#scripts/devnet/contract-sources.ts";
import { type CompilerPackage, compilerVersion, runSolc } from "#scripts/devnet/solc.ts";

/** Contracts that are compiled together, with one compiler. */
export type ContractBundle = {
  readonly name: string;
  readonly compiler: CompilerPackage;
  readonly entries: readonly string[];
  /** solc's `settings` without `outputSelection`. */
  readonly settings: object;
};

/** A bundle with its sources and a hash of everything that its code depends on. */
export type LoadedBundle = { bundle: ContractBundle; sources: Record<string, string>; hash: string };

const ownContracts = [
  ...["DevnetToken", "TetherToken", "AuthorizationToken", "CircleToken"],
  ...["Multicall3", "SmartWalletFactory"],
];

/** Our contracts for the local chains: the tokens, Multicall3 and a factory of contract wallets. */
export const ownBundle: ContractBundle = {
  name: "contracts",
  compiler: "solc",
  entries: ownContracts.map((name) => `till/${name}.sol`),
  settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: "cancun", metadata: { bytecodeHash: "none" } },
};

/** Permit2, with the settings of its foundry.toml. */
export const permit2Bundle: ContractBundle = {
  name: "permit2",
  compiler: "solc-permit2",
  entries: ["permit2/src/Permit2.sol"],
  settings: { optimizer: { enabled: true, runs: 1_000_000 }, viaIR: true, metadata: { bytecodeHash: "none" } },
};

const codesSchema = z.record(z.string(), z.templateLiteral(["0x", z.string()]));

/** Reads the sources of a bundle without compiling. Takes a few milliseconds. */
export async function loadBundle(bundle: ContractBundle): Promise<LoadedBundle> {
  const sources = await readSources(bundle.entries);
  const { compiler, settings } = bundle;
  const facts = JSON.stringify([compiler, compilerVersion(compiler), settings, sources]);
  return { bundle, sources, hash: createHash("sha256").update(facts).digest("hex").slice(0, 32) };
}

/**
 * Returns the creation code of a bundle by contract name, compiled once per hash and `cacheDir`.
 * @param onBuild called before compiling; not called for a cached result.
 * @throws Error with solc's messages when the sources don't compile.
 */
export async function compileBundle(
  { bundle, sources, hash }: LoadedBundle,
  cacheDir: string,
  onBuild: () => void,
): Promise<Record<string, Hex>> {
  return buildOnce(path.join(cacheDir, `${bundle.name}-${hash}.json`), codesSchema, () => {
    onBuild();
    return runSolc(bundle.compiler, sources, bundle.entries, bundle.settings);
  });
}
