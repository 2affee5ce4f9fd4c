import { stripVTControlCharacters } from "node:util";

/** Enough for an error with its stack, or for the violations that the fault harness lists. */
const maxLines = 40;
/** Enough for those lines; a log line of JSON may be longer than all others together. */
const maxCharacters = 8_000;

/** Remembers the end of a tool's output. */
export function endOfOutput(): { add(chunk: Buffer | string): void; read(): string } {
  let end = "";
  return {
    add(chunk) {
      end = (end + chunk.toString()).slice(-maxCharacters);
    },
    /** Its last lines, without colours. */
    read: () => stripVTControlCharacters(end).trimEnd().split("\n").slice(-maxLines).join("\n"),
  };
}
