import { clock } from "#lib/core/clock.ts";
import { type Id, newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { holdMerchant } from "#lib/domain/merchants/hold-merchant.ts";
import type { FiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-record.ts";
import { insertFiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

/**
 * Adds a fiat destination to a merchant: a record, by which nothing is paid; the money moves elsewhere.
 * @throws TillError `not_found` for a merchant that is not the partner's.
 */
export async function addFiatRecord(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  record: FiatRecord,
): Promise<Id<"fiat">> {
  const merchant = await holdMerchant(tx, scope, merchantId);
  const now = clock.now();
  const id = newId("fiat", now);
  await insertFiatRecord(tx, merchant, id, record, now);
  return id;
}
