import { TillError } from "#lib/core/errors.ts";
import { type Id, isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { holdMerchant } from "#lib/domain/merchants/hold-merchant.ts";
import { removeCryptoSettlement } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Removes a settlement: payments that succeed in its asset from now on are not settled, and the asset may be
 * registered anew. Payouts that are open go on.
 * @throws TillError `not_found` for a settlement that is not the merchant's or a merchant that is not the partner's.
 */
export async function deleteCryptoSettlement(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
): Promise<Id<"crypto">> {
  const merchant = await holdMerchant(tx, scope, merchantId);
  if (!isId("crypto", id) || !(await removeCryptoSettlement(tx, merchant, id))) throw new TillError("not_found");
  return id;
}
