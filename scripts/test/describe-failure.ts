import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Enough for the expectation and the first stack frames. */
const maxLines = 25;

/** Describes a failed test in a few lines: its file (relative to the root), its title and the start of its error. */
export function describeFailure([file = "", ...titles]: string[], error = ""): string {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, maxLines);
  return [[relative(".", file), ...titles].join(" › "), ...lines.map((line) => `    ${line}`.trimEnd())].join("\n");
}
