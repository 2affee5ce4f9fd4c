import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { countMerchants } from "#lib/domain/merchants/repository.ts";

/** How many of the partner's merchants have no destination in any asset: what is paid to them is not settled. */
export function countLacking(scope: PartnerScope): Promise<number> {
  return countMerchants(database, scope, { lacksDestination: true });
}
