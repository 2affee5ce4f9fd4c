import { TillError } from "#lib/core/errors.ts";

/** The deepest body of any operation has 4 levels; `excludeFromRelayer` may hold any JSON of the client's. */
const deepestLevels = 32;
/** The longest lists of any operation have a few hundred. 64 KiB of them take 50 ms to parse and check. */
const maxEntries = 2_000;

/**
 * Parses JSON text, more strictly than `JSON.parse`: of two equal keys that takes the last, where another reader of the
 * same bytes may take the first (RFC 8259, 4).
 * @throws TillError `invalid_params` when the text isn't JSON, repeats a key in one object, is nested deeper than 32
 * levels, or has more than 2,000 keys and list entries.
 */
export function parseJson(text: string): unknown {
  const { keys, entries, depth } = shapeOf(text);
  if (depth > deepestLevels) throw unreadable(`The body is nested deeper than ${deepestLevels} levels.`);
  if (entries > maxEntries) throw unreadable(`The body has more than ${maxEntries} keys and list entries.`);
  const value = parse(text);
  if (keys !== countKeys(value)) throw unreadable("The body repeats a key in the same object.");
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable("The body isn't valid JSON.", error);
  }
}

function unreadable(message: string, cause?: unknown): TillError {
  return new TillError("invalid_params", { message, cause });
}

/** Properties of JSON text that its parsed value doesn't show. */
export type JsonShape = {
  /** The number of keys in all objects, repeated ones included. */
  keys: number;
  /** The number of keys and list entries; an empty object or list counts as one. */
  entries: number;
  /** The nesting depth of objects and lists; 0 for a bare value. */
  depth: number;
};

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Scans JSON text once without allocating: about 0.3 µs for 100 bytes, half of what `JSON.parse` takes. Outside of
 * strings a colon follows a key and appears nowhere else, and an entry follows each comma and each opening
 * bracket, unless there is none.
 * @param text text that `JSON.parse` accepts; for any other, the result is only bounded by its length.
 */
export function shapeOf(text: string): JsonShape {
  let keys = 0;
  let commas = 0;
  let openings = 0;
  let level = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at);
    else if (character === colon) keys += 1;
    else if (character === comma) commas += 1;
    else if (character === openBrace || character === openBracket) {
      openings += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (character === closeBrace || character === closeBracket) level -= 1;
  }
  return { keys, entries: commas + openings, depth };
}

/** The end of the string that begins at `start`: the next quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** The number of keys in all objects of a parsed value; smaller than the text's when an object repeats a key. */
export function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, item: unknown) => sum + countKeys(item), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

/** True when no key or string in a parsed value contains a lone surrogate or a NUL, which Postgres refuses. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
