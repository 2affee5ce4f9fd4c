import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { holdMerchant } from "#lib/domain/merchants/hold-merchant.ts";
import { deleteFiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

/**
 * Removes a fiat destination; the audit log keeps what it was.
 * @throws TillError `not_found` for a record that is not the merchant's or a merchant that is not the partner's.
 */
export async function removeFiatRecord(tx: Tx, scope: PartnerScope, merchantId: string, id: string): Promise<void> {
  const merchant = await holdMerchant(tx, scope, merchantId);
  if (!isId("fiat", id) || !(await deleteFiatRecord(tx, merchant, id))) throw new TillError("not_found");
}
