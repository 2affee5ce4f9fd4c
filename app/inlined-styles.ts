import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(process.cwd(), ".next", "static", "chunks");
let sources: string | null = null;

/**
 * The style sheets of this build, as sources of a policy: Next writes them into the pages (next.config.ts, `inlineCss`)
 * and gives them no nonce. A page can have one of them; of two, it would make a third that is not listed here.
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
