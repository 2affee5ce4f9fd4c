import { readFile } from "node:fs/promises";
import { z } from "zod";

const manifest = z.object({ version: z.string(), commit: z.string().nullable().default(null) });

export type Release = z.output<typeof manifest>;

let known: Promise<Release> | undefined;

/**
 * The release that this process was started from: the semantic version and, in a packaged tree, the commit. Reads package.json
 * of the working directory once, so that an upgrade of the files doesn't change the answer of a running process.
 */
export function release(): Promise<Release> {
  known ??= readFile("package.json", "utf8").then((text) => manifest.parse(JSON.parse(text)));
  return known;
}
