import type { z } from "zod";
import { countKeys, shapeOf } from "#lib/api/json-text.ts";
import { type Issue, TillError } from "#lib/core/errors.ts";

/**
 * Parses a value at the edge.
 * @throws TillError `params_validation` with an issue for each thing that is wrong, unknown keys included.
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TillError("params_validation", { issues: parsed.error.issues.flatMap(toIssues) });
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const at = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: [...at, key].join("."), message: "is not a known field" }));
  }
  return [{ field: at.join("."), message: issue.message }];
}

/** Query parameters as an object: a repeated key becomes a list, which only schemas of lists accept. */
export function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null);
  for (const key of new Set(query.keys())) {
    const all = query.getAll(key);
    values[key] = all.length === 1 && all[0] !== undefined ? all[0] : all;
  }
  return { ...values };
}

/** The deepest body that any operation takes has 4 levels; `excludeFromRelayer` may hold any JSON of the client's own. */
const deepestLevels = 32;

/**
 * Reads JSON text. More strictly than `JSON.parse`, which takes the last of two equal keys while another reader of the
 * same bytes may take the first (RFC 8259, 4).
 * @throws TillError `invalid_params` when it is not JSON, names a key twice in one object or lies deeper than 32 levels.
 */
export function parseJson(text: string): unknown {
  const value = parse(text);
  const { keys, depth } = shapeOf(text);
  if (depth > deepestLevels) throw unreadable(`The body is nested deeper than ${deepestLevels} levels.`);
  if (keys !== countKeys(value)) throw unreadable("The body names a key twice in the same object.");
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable("The body is not valid JSON.", error);
  }
}

function unreadable(message: string, cause?: unknown): TillError {
  return new TillError("invalid_params", { message, cause });
}
