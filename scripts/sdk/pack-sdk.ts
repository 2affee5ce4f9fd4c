import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "..", "..");

/** The SDK's tarball, which the pages serve as `/docs/till-sdk.tgz`. */
export const sdkTarball = path.join(root, "public", "docs", "till-sdk.tgz");

/** The SDK's generated types. They aren't in git: the install, the build and the type check write them. */
export const apiTypesFile = path.join(root, "sdk", "src", "api-types.ts");

/**
 * Generates the SDK's types, compiles it and packs it as npm publishes a package. The same sources give the
 * same bytes.
 * @param file of the tarball; its folder is created.
 * @throws Error with the output of the command that failed.
 */
export async function packSdk(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(file), ".till-sdk-"));
  try {
    await runNode("generate", path.join(root, "scripts", "sdk.ts"), "generate");
    const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc");
    const outDir = path.join(folder, "dist");
    await runNode("compile", tsc, "--project", "sdk/tsconfig.json", "--outDir", outDir);
    for (const each of ["sdk/package.json", "sdk/README.md", "LICENSE"]) {
      await cp(path.join(root, each), path.join(folder, path.basename(each)));
    }
    const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts"], { cwd: folder });
    const [packed] = Object.values<{ filename: string }>(JSON.parse(stdout));
    if (packed === undefined) throw new Error(`npm pack named no file: ${stdout}`);
    await rename(path.join(folder, path.basename(packed.filename)), file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runNode(step: string, ...args: string[]): Promise<void> {
  await run(process.execPath, args, { cwd: root }).catch(({ stdout, stderr }) => {
    throw new Error(`the SDK doesn't ${step}:\n${stdout}${stderr}`);
  });
}
