import type { MerchantId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { StoredFiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-record.ts";
import { selectFiatRecords } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

/** A merchant's fiat destinations with what people see of them beyond the API's fields, the oldest first. */
export function listFiatRecords({ partnerId }: PartnerScope, merchantId: MerchantId): Promise<StoredFiatRecord[]> {
  return selectFiatRecords(database, merchantId, partnerId);
}
