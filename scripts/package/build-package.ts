import { execFile } from "node:child_process";
import { cp, glob, lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { importedPackages } from "#scripts/package/imported-packages.ts";
import { lockFile, reachablePackages } from "#scripts/package/reachable-packages.ts";
import { isUnneeded } from "#scripts/package/unneeded-files.ts";
import { buildApp } from "#scripts/stack/build-app.ts";

const run = promisify(execFile);
const blockBytes = 512;
const root = path.join(import.meta.dirname, "..", "..");

/** Folders that production commands read. The pages are in `.next`, so their sources aren't among them. */
const folders = ["lib", "scripts", "prisma", "contracts", "public"];
const files = ["LICENSE", "CHANGELOG.md", "package-lock.json", ".env.example"];

/** Packages that are loaded by others without an import of ours. */
const always = ["next", "react", "react-dom"];

/** Production commands are those that read `.env`. */
const productionCommand = /^node --env-file-if-exists=\.env (scripts\/[\w-]+\.ts)/;

/** The server starts it. */
const startedByOthers = "scripts/pages.ts";

/**
 * Builds the app and writes a folder with everything that runs in production, and nothing else: no compilers,
 * browsers, test tools or packages that are only part of the pages' bundles. It needs Node 22.18 or newer,
 * and no installation.
 * @param folder is replaced if it is a package, or empty.
 * @returns the size in bytes.
 * @throws Error when the folder has anything else in it.
 */
export async function buildPackage(folder: string): Promise<number> {
  await requireReplaceable(folder);
  await buildApp();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const each of folders) await cp(path.join(root, each), path.join(folder, each), { recursive: true, filter });
  for (const each of files) await cp(path.join(root, each), path.join(folder, each));
  const built = await readdir(path.join(root, ".next"));
  for (const each of built.filter((name) => !["cache", "diagnostics", "trace", "types"].includes(name))) {
    const from = path.join(root, ".next", each);
    await cp(from, path.join(folder, ".next", each), { recursive: true, filter: keepsBuilt, verbatimSymlinks: true });
  }
  const entries = await writeManifest(folder);
  await run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    maxBuffer: 2 ** 26,
  });
  await prune(folder, await importedPackages(root, entries));
  return sizeOf(folder);
}

/** Only packages have a commit, so nothing else is deleted when the folder is mistyped. */
async function requireReplaceable(folder: string): Promise<void> {
  const isEmpty = (await readdir(folder).catch(() => [])).length === 0;
  const manifest = await readFile(path.join(folder, "package.json"), "utf8").catch(() => "{}");
  if (isEmpty || "commit" in JSON.parse(manifest)) return;
  throw new Error(`${folder} isn't empty and has no package of Till, so it isn't replaced. Choose another folder.`);
}

function filter(file: string): boolean {
  return !/\.test\.ts$|\.tsx$|\/node_modules(\/|$)/.test(file);
}

function keepsBuilt(file: string): boolean {
  return !/\.(?:map|nft\.json)$/.test(file);
}

/**
 * Writes package.json with the commit, for `GET /version`, and the production commands only.
 * @returns the production entry points.
 */
async function writeManifest(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const scripts = Object.entries<string>(manifest.scripts).filter(([, command]) => productionCommand.test(command));
  const entries = productionEntries(Object.fromEntries(scripts));
  const { devDependencies, ...kept } = manifest;
  // npm compares package.json with the lock file, so the development packages stay until they have been left out.
  const commit = process.env.TILL_COMMIT || (await currentCommit());
  const written = { ...kept, commit, scripts: Object.fromEntries(scripts), devDependencies };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
  return entries;
}

/** Lists the production entry points among npm's scripts. */
export function productionEntries(scripts: Readonly<Record<string, string>>): string[] {
  const commands = Object.values(scripts).flatMap((command) => productionCommand.exec(command)?.[1] ?? []);
  return [startedByOthers, ...commands];
}

async function currentCommit(): Promise<string | null> {
  return run("git", ["rev-parse", "HEAD"], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

async function prune(folder: string, imported: ReadonlySet<string>): Promise<void> {
  const lock = lockFile.parse(JSON.parse(await readFile(path.join(folder, "package-lock.json"), "utf8")));
  const external = await readdir(path.join(folder, ".next", "node_modules"), { recursive: true }).catch(() => []);
  const needed = reachablePackages(lock, [...always, ...imported, ...external.map(withoutDigest)]);
  for (const installed of Object.keys(lock.packages)) {
    const isKept =
      installed === "" || [...needed].some((each) => each === installed || each.startsWith(`${installed}/`));
    if (!isKept || /^node_modules\/@next\/swc-/.test(installed)) {
      await rm(path.join(folder, installed), { recursive: true, force: true });
    }
  }
  const modules = path.join(folder, "node_modules");
  for await (const file of glob("**/*", { cwd: modules })) {
    if (isUnneeded(file)) await rm(path.join(modules, file), { recursive: true, force: true });
  }
  await rm(path.join(modules, ".bin"), { recursive: true, force: true });
}

/** Next names the packages that it doesn't bundle `pino-28069d5257187539`. */
function withoutDigest(name: string): string {
  return name.replace(/-[0-9a-f]{16}$/, "");
}

/** The space on disk, of files and folders. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    size += (await lstat(path.join(folder, name))).blocks * blockBytes;
  }
  return size;
}
