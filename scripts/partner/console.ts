import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { selectPartner } from "#lib/domain/partners/repository.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** Prints a line to stdout. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the command with exit code 1. @throws Error with the message, which is printed to stderr. */
export function fail(message: string): never {
  throw new Error(message);
}

/**
 * Returns the scope of a partner.
 * @throws UsageError for a malformed id, Error when there is no partner with it.
 */
export async function requirePartner(partnerId: string): Promise<PartnerScope> {
  if (!isId("prt", partnerId) && !isId("test", partnerId)) {
    const form = "Partner ids are prt_, or test_ for a test account, and 26 letters and digits.";
    throw new UsageError(`"${partnerId}" isn't a partner id. ${form}`);
  }
  if ((await selectPartner(database, partnerId)) === null) fail(`There is no partner ${partnerId}.`);
  return { partnerId, merchantId: null };
}
