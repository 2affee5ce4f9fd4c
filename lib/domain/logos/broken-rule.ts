import { TillError } from "#lib/core/errors.ts";

/**
 * The refusal of a logo: 400 `params_validation` on `iconUrl`.
 * @param message the rule and what was found. It is read by whoever gave the URL, so it never holds an address that a
 * name resolved to, nor anything that another host has sent.
 * @param cause what happened inside; never sent.
 */
export function brokenRule(message: string, cause?: unknown): TillError {
  return new TillError("params_validation", { issues: [{ field: "iconUrl", message }], cause });
}
