import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { sumHeld, type UnsettledSum } from "#lib/domain/payments/payouts/listing/repository.ts";

/** The sums of listUnsettled, over all its pages: smallest units of each asset, net of fees. */
export function sumUnsettled(scope: PartnerScope): Promise<UnsettledSum[]> {
  return sumHeld(database, scope);
}
