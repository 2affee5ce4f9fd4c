import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { holdMerchant } from "#lib/domain/merchants/hold-merchant.ts";
import type { FiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-record.ts";
import { updateFiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

/**
 * Writes a fiat destination anew.
 * @throws TillError `not_found` for a record that is not the merchant's or a merchant that is not the partner's.
 */
export async function changeFiatRecord(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
  record: FiatRecord,
): Promise<void> {
  const merchant = await holdMerchant(tx, scope, merchantId);
  const isChanged = isId("fiat", id) && (await updateFiatRecord(tx, merchant, id, record, clock.now()));
  if (!isChanged) throw new TillError("not_found");
}
