import { TillError } from "#lib/core/errors.ts";
import { type Id, isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import { deleteDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Removes a settlement destination. Payments that succeed in its asset from then on have no payout until the merchant
 * registers another destination for the asset; payouts that are already open continue.
 * @throws TillError `not_found` for a destination that isn't the merchant's or a merchant that isn't the partner's.
 */
export async function removeSettlementDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
): Promise<Id<"crypto">> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  if (!isId("crypto", id) || !(await deleteDestination(tx, merchant, id))) throw new TillError("not_found");
  return id;
}
