import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const openzeppelinDir = path.dirname(require.resolve("@openzeppelin/contracts/package.json"));
const permit2Dir = path.join(path.dirname(require.resolve("@uniswap/v4-periphery/package.json")), "lib/permit2");

/** The directories of source units by the first part of their names. */
const roots: readonly (readonly [prefix: string, directory: string])[] = [
  ["till/", path.join(import.meta.dirname, "contracts")],
  ["contracts/", path.resolve(import.meta.dirname, "../../contracts")],
  ["@openzeppelin/contracts/", openzeppelinDir],
  ["permit2/", permit2Dir],
  ["solmate/", path.join(permit2Dir, "lib/solmate")],
];

const importStatement = /^\s*import\s+(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;

/**
 * Reads Solidity source units and all their direct and indirect imports.
 * @param entries names such as `till/CircleToken.sol` or `permit2/src/Permit2.sol`.
 * @returns source text by unit name, sorted by name, so that equal sources give equal JSON.
 * @throws Error when a unit has no known root or its file is missing.
 */
export async function readSources(entries: readonly string[]): Promise<Record<string, string>> {
  const sources = new Map<string, string>();
  let missing = [...entries];
  while (missing.length > 0) {
    const read = await Promise.all(missing.map(async (unit) => [unit, await readFile(fileOf(unit), "utf8")] as const));
    for (const [unit, text] of read) sources.set(unit, text);
    const imported = read.flatMap(([unit, text]) => importsOf(unit, text));
    missing = [...new Set(imported)].filter((unit) => !sources.has(unit));
  }
  return Object.fromEntries([...sources].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function importsOf(unit: string, text: string): string[] {
  const names = [...text.matchAll(importStatement)].flatMap(([, name]) => name ?? []);
  return names.map((name) => (name.startsWith(".") ? path.posix.join(path.posix.dirname(unit), name) : name));
}

function fileOf(unit: string): string {
  for (const [prefix, directory] of roots) {
    if (unit.startsWith(prefix)) return path.join(directory, unit.slice(prefix.length));
  }
  throw new Error(`no directory is configured for the Solidity source ${unit}`);
}
