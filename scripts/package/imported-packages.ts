import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";

/** Matches the specifier of each import that remains when types are stripped, and of files that are located in packages. */
const imports =
  /^(?:import|export)\s(?!type\s)[^"';]*?from\s*"([^"]+)"|^import\s*"([^"]+)"|\b(?:import|require\.resolve|createRequire\([^)]*\)\.resolve)\(\s*"([^"]+)"/gm;

/**
 * Lists the npm packages that scripts load, directly or through the project's own modules.
 * @param root the project's folder.
 * @param entries paths of the scripts, relative to `root`.
 * @throws Error when a module doesn't exist.
 */
export async function importedPackages(root: string, entries: readonly string[]): Promise<Set<string>> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = /\.(ts|mjs|js)$/.test(file) ? await readFile(path.join(root, file), "utf8") : "";
    for (const [, from, bare, dynamic] of text.matchAll(imports)) {
      const specifier = from ?? bare ?? dynamic ?? "";
      if (specifier.startsWith("#")) await visit(specifier.slice(1));
      else if (specifier.startsWith(".")) await visit(path.join(path.dirname(file), specifier));
      else if (!isBuiltin(specifier)) packages.add(packageOf(specifier));
    }
  };
  for (const entry of entries) await visit(entry);
  return packages;
}

/** `@scope/name/file` → `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
