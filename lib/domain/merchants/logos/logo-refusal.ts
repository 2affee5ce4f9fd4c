import { TillError } from "#lib/core/errors.ts";

/** The rules for logos (docs/contract.md), in the order in which they are checked. */
export type LogoRule = "https" | "reachable" | "size" | "format" | "pixels" | "square" | "whole";

/** A logo that breaks a rule: `params_validation` on `iconUrl`. */
export class LogoRefusal extends TillError {
  readonly rule: LogoRule;

  constructor(rule: LogoRule, message: string, cause?: unknown) {
    super("params_validation", { issues: [{ field: "iconUrl", message }], cause });
    this.rule = rule;
  }
}

/**
 * Creates the error for a refused logo.
 * @param message the rule and the actual value. The author of the URL reads it, so it must not contain an address that
 * a name resolved to, or any data from another host.
 * @param cause the underlying error, for the log only.
 */
export function refuseLogo(rule: LogoRule, message: string, cause?: unknown): LogoRefusal {
  return new LogoRefusal(rule, message, cause);
}
