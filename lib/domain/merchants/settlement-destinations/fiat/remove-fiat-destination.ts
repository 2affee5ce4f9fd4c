import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import { deleteFiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

/**
 * Removes a fiat destination. The audit log keeps its last values.
 * @throws TillError `not_found` for a destination that isn't the merchant's or a merchant that isn't the partner's.
 */
export async function removeFiatDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
): Promise<void> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  if (!isId("fiat", id) || !(await deleteFiatDestination(tx, merchant, id))) throw new TillError("not_found");
}
