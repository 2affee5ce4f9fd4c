import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(process.cwd(), ".next", "static", "chunks");
let sources: string | null = null;

/**
 * Returns the hashes of this build's style sheets as sources for `style-src`. Next inlines them into the pages
 * (next.config.ts, `inlineCss`) without a nonce. A page may use one sheet only: Next would merge two into a third that
 * isn't listed here.
 */
export function inlinedStyles(): string {
  sources ??= readdirSync(folder)
    .filter((name) => name.endsWith(".css"))
    .map(
      (name) =>
        ` 'sha256-${createHash("sha256")
          .update(readFileSync(path.join(folder, name)))
          .digest("base64")}'`,
    )
    .join("");
  return sources;
}
