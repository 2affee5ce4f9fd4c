import { TillError } from "#lib/core/errors.ts";

/** The rules for logos (SPEC, Merchant) in the order in which they are checked: what comes before a broken one is kept. */
export type LogoRule = "https" | "reachable" | "size" | "format" | "pixels" | "square" | "whole";

/** The refusal of a logo: 400 `params_validation` on `iconUrl`. */
export class LogoRefusal extends TillError {
  readonly rule: LogoRule;

  constructor(rule: LogoRule, message: string, cause?: unknown) {
    super("params_validation", { issues: [{ field: "iconUrl", message }], cause });
    this.rule = rule;
  }
}

/**
 * Refuses a logo.
 * @param message the rule and what was found. It is read by whoever gave the URL, so it never holds an address that a
 * name resolved to, nor anything that another host has sent.
 * @param cause what happened inside; never sent.
 */
export function brokenRule(rule: LogoRule, message: string, cause?: unknown): LogoRefusal {
  return new LogoRefusal(rule, message, cause);
}
