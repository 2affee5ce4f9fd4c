import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  type MerchantWithoutDestination,
  selectWithoutDestination,
} from "#lib/domain/merchants/without-destination/repository.ts";

/** Active merchants that nothing can be settled to, those that have been paid the most often first, at most `limit`. */
export function listMerchantsWithoutDestination(
  scope: PartnerScope,
  limit: number,
): Promise<MerchantWithoutDestination[]> {
  return selectWithoutDestination(database, scope, limit);
}
