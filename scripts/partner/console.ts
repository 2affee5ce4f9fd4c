import { isId, type PartnerId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** Prints a line to stdout. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message to stderr and exits with code 1. */
export function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Parses a partner id; exits with a message when it isn't one. */
export function parsePartnerId(text: string): PartnerId {
  if (!isId("prt", text)) fail(`"${text}" isn't a partner id. Partner ids start with prt_.`);
  return text;
}

/** Parses a partner id as the scope of a command. */
export function parseScope(partnerId: string): PartnerScope {
  return { partnerId: parsePartnerId(partnerId), merchantId: null };
}
