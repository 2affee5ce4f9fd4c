import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { apiTypesFile, packSdk, sdkTarball } from "#scripts/sdk/pack-sdk.ts";
import { compressFiles } from "#scripts/stack/compress-files.ts";

const root = path.join(import.meta.dirname, "..", "..");
const stamp = path.join(root, ".next", "till-sources");
const written = [sdkTarball, apiTypesFile];
const sources = ["app", "components", "lib", "public", "sdk"].map((folder) => `${folder}/**/*`);
const files = ["next.config.ts", "proxy.ts", "package-lock.json", "tsconfig.json", "postcss.config.mjs"];

/**
 * Builds the Next app for production and the SDK that it serves, unless they are already built from the same sources.
 * @returns true when this call built it.
 */
export async function buildApp(): Promise<boolean> {
  const digest = await digestSources();
  const isPacked = await access(sdkTarball).then(
    () => true,
    () => false,
  );
  if (isPacked && (await readFile(stamp, "utf8").catch(() => "")) === digest) return false;
  await packSdk(sdkTarball);
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" as const };
  const child = spawn(process.execPath, [next, "build"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`next build failed:\n${output.join("")}`);
  await compressFiles(path.join(root, ".next", "static"));
  await writeFile(stamp, digest);
  return true;
}

async function digestSources(): Promise<string> {
  const hash = createHash("sha256");
  const paths = [...files];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.includes(file)) paths.push(path.relative(root, file));
  }
  for (const file of paths.sort()) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)).catch(() => ""));
  }
  return hash.digest("hex");
}
