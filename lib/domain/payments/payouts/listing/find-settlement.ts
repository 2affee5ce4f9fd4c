import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { findProgress, type SettlementProgress } from "#lib/domain/payments/payouts/listing/repository.ts";

/** How far the settlement of a payment is, and whether settleNow could be asked for; null before its success, or out of scope. */
export async function findSettlement(scope: PartnerScope, id: string): Promise<SettlementProgress | null> {
  return isId("pay", id) ? findProgress(database, scope, id) : null;
}
