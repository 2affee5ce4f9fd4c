import { readdirSync } from "node:fs";
import path from "node:path";

const folder = path.join(process.cwd(), ".next", "static", "media");
let found: string | null = null;

/** Returns the path of the text font of this build, which app/_styles/theme.css names. Reads the folder once per process. */
export function textFont(): string {
  found ??= `/_next/static/media/${readdirSync(folder).find((name) => name.startsWith("Geist-Variable."))}`;
  return found;
}
