import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPackage } from "#scripts/package/build-package.ts";
import { startService } from "#scripts/stack/service.ts";
import type { Say } from "./say.ts";
import { startSite } from "./site.ts";

const limitBytes = 500e6;
const publicFolder = 0o755;
const readablePages = ["/", "/docs", "/sign-in", "/version"];

/**
 * Packages the product, starts it as a user who can't write to it, and pays: the steps of the image, where no container engine
 * runs.
 */
export async function checkPackage(say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-package-"));
  const site = await startSite();
  try {
    await chmod(folder, publicFolder);
    const size = await buildPackage(folder);
    say(`the package has ${Math.round(size / 1e6)} MB`);
    if (size > limitBytes) throw new Error(`the package has ${size} bytes, more than ${limitBytes}`);
    const prefix = asReader(folder);
    const env = { ...site.env, TMPDIR: "/tmp", HOME: "/nonexistent" };
    const worker = await startService("scripts/worker.ts", { env, cwd: folder, prefix });
    const server = await startService("scripts/server.ts", { env, cwd: folder, prefix });
    for (const page of readablePages) {
      const answer = await fetch(`${site.baseUrl}${page}`);
      if (answer.status !== 200) throw new Error(`${page} answers ${answer.status}: ${await answer.text()}`);
    }
    const link = await site.order("PACKAGE");
    const checkout = await fetch(link);
    if (checkout.status !== 200) throw new Error(`the checkout answers ${checkout.status}`);
    await site.pay(link);
    say("a payment was paid with the packaged processes, as a user who can't write to the package");
    await server.stop();
    await worker.stop();
  } finally {
    await site.stop();
    execFileSync("chmod", ["-R", "u+w", folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes away the permission to write, and returns the command that runs others without root's privileges. */
function asReader(folder: string): string[] {
  execFileSync("chmod", ["-R", "a-w,a+rX", folder]);
  if (process.getuid?.() !== 0) return [];
  return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--"];
}
