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

/** Returns the scope of a partner; exits with a message when there is none with this id. @throws UsageError for a malformed id. */
export async function requirePartner(partnerId: string): Promise<PartnerScope> {
  if (!isId("prt", partnerId))
    throw new UsageError(`"${partnerId}" isn't a partner id. Partner ids are prt_ and 26 letters and digits.`);
  if ((await selectPartner(database, partnerId)) === null) fail(`There is no partner ${partnerId}.`);
  return { partnerId, merchantId: null };
}
