import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { selectPartner } from "#lib/domain/partners/repository.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** Prints a line to stdout. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message to stderr and exits with code 1. */
export function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Returns the scope of a partner; exits with a message when there is none with this id.
 * @throws UsageError for a malformed id.
 */
export async function requirePartner(partnerId: string): Promise<PartnerScope> {
  if (!isId("prt", partnerId) && !isId("test", partnerId)) {
    const form = "Partner ids are prt_, or test_ for a test account, and 26 letters and digits.";
    throw new UsageError(`"${partnerId}" isn't a partner id. ${form}`);
  }
  if ((await selectPartner(database, partnerId)) === null) fail(`There is no partner ${partnerId}.`);
  return { partnerId, merchantId: null };
}
