import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant, Settlements } from "#lib/domain/merchants/merchant.ts";
import { findMerchantWithSettlements } from "#lib/domain/merchants/repository.ts";

/**
 * A merchant of the partner with its settlements.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's; the three are not told apart.
 */
export async function getMerchant(
  scope: PartnerScope,
  id: string,
): Promise<{ merchant: Merchant; settlements: Settlements }> {
  const found = isId("mrch", id) ? await findMerchantWithSettlements(scope, id) : null;
  if (found === null) throw new TillError("not_found");
  return found;
}
