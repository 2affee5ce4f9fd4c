import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type MerchantChange, selectMerchantHistory } from "#lib/domain/merchants/history/repository.ts";

/** Who changed a merchant or its destinations, newest first; nothing for a merchant of another partner. */
export async function listMerchantHistory(scope: PartnerScope, id: string, limit: number): Promise<MerchantChange[]> {
  return isId("mrch", id) ? selectMerchantHistory(database, scope, id, limit) : [];
}
