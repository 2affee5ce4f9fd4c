import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type FirstSteps, selectFirstSteps } from "#lib/domain/partners/first-steps/repository.ts";

/** How far a partner has come with what it takes to be paid: a merchant, a destination, a key and a first payment. */
export function findFirstSteps(scope: PartnerScope): Promise<FirstSteps> {
  return selectFirstSteps(database, scope);
}
