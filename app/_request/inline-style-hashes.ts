import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(process.cwd(), ".next", "static", "chunks");
let hashes: readonly string[] | null = null;

/**
 * Returns the policy sources (`'sha256-…'`) of this build's style sheets, which Next inlines without a nonce
 * (next.config.ts, `inlineCss`). Reads the files once per process. A page must have at most one sheet: Next would
 * concatenate two into one whose hash isn't listed.
 */
export function inlineStyleHashes(): readonly string[] {
  hashes ??= readdirSync(folder)
    .filter((name) => name.endsWith(".css"))
    .map((name) => readFileSync(path.join(folder, name)))
    .map((sheet) => `'sha256-${createHash("sha256").update(sheet).digest("base64")}'`);
  return hashes;
}
