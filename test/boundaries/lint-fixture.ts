import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

type Diagnostic = { category: string; message: string; location: { path: string } };

/**
 * Writes the files to a temporary folder and lints them with the real `biome.json`.
 * @returns the findings by path, each as `category: message`.
 */
export async function lintFixture(files: Map<string, string>): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), "till-lint-"));
  try {
    for (const path of ["biome.json", ".gitignore", "package.json", "scripts/test/lint"]) {
      await cp(join(root, path), join(folder, path), { recursive: true });
    }
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const found = new Map([...files.keys()].map((path): [string, string[]] => [path, []]));
    for (const { category, message, location } of await lint(folder)) {
      found.get(location.path)?.push(`${category}: ${message}`);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function lint(folder: string): Promise<Diagnostic[]> {
  const binary = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [binary, "lint", "--reporter=json", "--max-diagnostics=none", "."];
  // Biome exits with 1 when it finds something; the output is then part of the rejection.
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout).diagnostics;
}
