import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** Smaller files fit into one packet either way. */
const minBytes = 1_024;
const ways = [
  { ending: ".br", compress: promisify(brotliCompress) },
  { ending: ".gz", compress: promisify(gzip) },
];

/** Writes a compressed copy next to each text file of a directory, with the endings by which static file servers find it. */
export async function compressFiles(directory: string): Promise<void> {
  for await (const name of glob("**/*.{js,css,json,svg,txt,map}", { cwd: directory })) {
    const file = path.join(directory, name);
    const content = await readFile(file);
    if (content.length < minBytes) continue;
    for (const { ending, compress } of ways) await writeFile(`${file}${ending}`, await compress(content));
  }
}
