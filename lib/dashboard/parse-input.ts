import type { z } from "zod";
import { type Issue, TillError } from "#lib/core/errors.ts";

/** Parses the input of a page. @throws TillError `params_validation` with an issue per invalid field. */
export function parseInput<Input extends z.ZodType>(schema: Input, value: unknown): z.output<Input> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TillError("params_validation", { issues: parsed.error.issues.flatMap(toIssues) });
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const at = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ field: at.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ field: [...at, key].join("."), message: "is not a known field" }));
}
