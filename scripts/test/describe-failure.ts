import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of an error as a test runner reports it: what was expected, and the first places, but not the whole stack. */
const mostLines = 25;

/** A failed test in a few lines: its file (from the project's root) and title, and the beginning of its error. */
export function describeFailure([file = "", ...titles]: string[], error = ""): string {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, mostLines);
  return [[relative(".", file), ...titles].join(" › "), ...lines.map((line) => `    ${line}`.trimEnd())].join("\n");
}
