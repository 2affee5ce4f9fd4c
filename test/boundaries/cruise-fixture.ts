import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

const statements = {
  value: (specifier: string) => `import "${specifier}";\n`,
  type: (specifier: string) => `import type { T } from "${specifier}";\n`,
  "inline type": (specifier: string) => `import { type T } from "${specifier}";\n`,
  dynamic: (specifier: string) => `await import("${specifier}");\n`,
};

export type ImportKind = keyof typeof statements;

/** One import statement of a fixture: `specifier` as written in the file `from`. */
type FixtureImport = { from: string; specifier: string; kind: ImportKind };

export type Fixture = {
  imports: FixtureImport[];
  /** Files that import nothing. Targets of `#…` imports are written without being listed here. */
  alone: string[];
  /** Targets of `#…` imports that do not exist. */
  missing: string[];
};

type RuleRef = { name: string };
type CruisedModule = {
  source: string;
  rules?: RuleRef[];
  dependencies: { module: string; rules?: RuleRef[] }[];
};

/** The verdict of the project's own configuration on a fixture. */
export type Verdict = {
  /** Names of the rules that the import breaks; throws when dependency-cruiser did not see the import. */
  brokenBy: (from: string, specifier: string) => string[];
  /** Names of the rules that the file breaks by itself, independent of its imports. */
  fileBrokenBy: (path: string) => string[];
};

/** Writes a fixture to a temporary folder, checks it with the real `.dependency-cruiser.mjs` and removes it again. */
export async function cruiseFixture(fixture: Fixture): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "till-boundaries-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await copyFile(join(root, "package.json"), join(folder, "package.json"));
    for (const [path, text] of sources(fixture)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return verdict(await cruise(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sources({ imports, alone, missing }: Fixture): Map<string, string> {
  const files = new Map(alone.map((path) => [path, "export type T = string;\n"]));
  for (const { from, specifier, kind } of imports) {
    files.set(from, (files.get(from) ?? "") + statements[kind](specifier));
  }
  const ours = imports.map(({ specifier }) => specifier).filter((specifier) => specifier.startsWith("#"));
  for (const target of ours.map((specifier) => specifier.slice(1))) {
    if (!(files.has(target) || missing.includes(target))) files.set(target, "export type T = string;\n");
  }
  return files;
}

async function cruise(folder: string): Promise<CruisedModule[]> {
  const binary = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const config = join(root, ".dependency-cruiser.mjs");
  const { stdout } = await run(process.execPath, [binary, "--config", config, "--output-type", "json", "."], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout).modules;
}

function verdict(modules: CruisedModule[]): Verdict {
  const find = (path: string): CruisedModule => {
    const found = modules.find(({ source }) => source === path);
    if (!found) throw new Error(`dependency-cruiser did not see ${path}`);
    return found;
  };
  return {
    brokenBy: (from, specifier) => {
      const reported = specifier.replace(/^node:/, "");
      const seen = find(from).dependencies.find(({ module }) => module === reported);
      if (!seen) throw new Error(`dependency-cruiser did not see the import of ${specifier} in ${from}`);
      return names(seen.rules);
    },
    fileBrokenBy: (path) => names(find(path).rules),
  };
}

function names(rules: RuleRef[] = []): string[] {
  return rules.map(({ name }) => name);
}
