import { readdirSync } from "node:fs";
import path from "node:path";

/** Returns the URL paths of the files in `public`, which the framework serves from disk. Empty without such a folder. */
export function listPublicFiles(directory = "public"): ReadonlySet<string> {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const relative = files.map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)));
    return new Set(relative.map((each) => `/${each.split(path.sep).join("/")}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Set();
    throw error;
  }
}
