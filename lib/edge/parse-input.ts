import type { z } from "zod";
import { type Issue, TillError } from "#lib/core/errors.ts";

/**
 * Parses a client's input.
 * @throws TillError `params_validation` with an issue for each problem, unknown keys included.
 */
export function parseInput<Input extends z.ZodType>(schema: Input, value: unknown): z.output<Input> {
  return parse(schema, value, describeIssue);
}

/**
 * Parses a request's body, undefined if there is none, as {@link parseInput} does. A message about the whole
 * of it names the body.
 */
export function parseBody<Input extends z.ZodType>(schema: Input, value: unknown): z.output<Input> {
  return parse(schema, value, describeIssue, "The body");
}

/** Parses query parameters from {@link queryObject}, as {@link parseInput} does. */
export function parseQuery<Input extends z.ZodType>(
  schema: Input,
  values: Readonly<Record<string, string | string[]>>,
): z.output<Input> {
  return parse(schema, values, (issue) => (isRepeated(issue) ? "must be given once" : describeIssue(issue)));
}

function parse<Input extends z.ZodType>(
  schema: Input,
  value: unknown,
  error: (issue: z.core.$ZodRawIssue) => string,
  whole?: string,
): z.output<Input> {
  const parsed = schema.safeParse(value, { error });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(toIssues);
  const [first] = issues;
  throw new TillError("params_validation", {
    issues,
    ...(whole !== undefined && first?.field === "" ? { message: `${whole} ${first.message}` } : {}),
  });
}

/** True for a list where a parameter takes one value. */
function isRepeated({ code, input }: z.core.$ZodRawIssue): boolean {
  return Array.isArray(input) && (code === "invalid_type" || code === "invalid_value");
}

/** Lists of a hundred values in every filter of an operation are fewer. */
const maxParameters = 1_000;

/**
 * Query parameters as an object. A repeated key becomes a list, which only schemas of lists accept.
 * @throws TillError `invalid_params` for more than 1,000 parameters.
 */
export function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  if (query.size > maxParameters) {
    throw new TillError("invalid_params", {
      message: `The query has ${query.size} parameters. Send at most ${maxParameters}.`,
    });
  }
  const values = new Map<string, string | string[]>();
  for (const [key, value] of query) {
    const before = values.get(key);
    if (before === undefined) values.set(key, value);
    else if (typeof before === "string") values.set(key, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(values);
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not a known field" }));
}

/** The predicate of an issue whose schema has no message of its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type" && issue.expected === "undefined") return "must be empty";
  if (issue.code === "invalid_type")
    return issue.input === undefined ? "is required" : `must be ${nameOf(issue.expected)}`;
  if (issue.code === "too_small") return `must ${describeBound(issue.origin, "least", Number(issue.minimum))}`;
  if (issue.code === "too_big") return `must ${describeBound(issue.origin, "most", Number(issue.maximum))}`;
  if (issue.code === "invalid_value") return `must be ${listValues(issue.values)}`;
  if (issue.code === "invalid_format") return formats[issue.format] ?? "has the wrong format";
  if (issue.code === "invalid_union") return describeAlternatives(issue.errors);
  if (issue.code === "not_multiple_of") return `must be a multiple of ${issue.divisor}`;
  return "breaks a rule that the API reference names for it";
}

/** The rules of a union's alternatives for the value itself, or else for its first field that breaks one. */
function describeAlternatives(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const broken = alternatives.flatMap(([first]) => (first === undefined ? [] : [first]));
  const words = broken.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")} ${message}`));
  return [...new Set(words)].join(", or ");
}

const types: Readonly<Record<string, string>> = {
  int: "a whole number",
  null: "null",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, string>> = {
  date: "must be a date such as 2026-01-31",
  datetime: "must be an RFC 3339 date-time",
  email: "must be an email address",
  url: "must be a URL",
};

const nameOf = (type: string) => types[type] ?? `a ${type}`;

function describeBound(origin: string, side: "least" | "most", bound: number): string {
  if (origin === "string") return `have at ${side} ${bound} ${bound === 1 ? "character" : "characters"}`;
  if (origin === "array") return `have at ${side} ${bound} ${bound === 1 ? "entry" : "entries"}`;
  return `be at ${side} ${bound}`;
}

function listValues(values: readonly unknown[]): string {
  const texts = values.map(String);
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(", ")}`;
}
