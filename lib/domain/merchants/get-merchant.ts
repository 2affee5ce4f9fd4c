import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant, SettlementDestinations } from "#lib/domain/merchants/merchant.ts";
import { findMerchantWithDestinations } from "#lib/domain/merchants/repository.ts";

/**
 * Gets a merchant of the partner with its settlement destinations.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's, without saying which.
 */
export async function getMerchant(
  scope: PartnerScope,
  id: string,
): Promise<{ merchant: Merchant; destinations: SettlementDestinations }> {
  const found = isId("mrch", id) ? await findMerchantWithDestinations(scope, id) : null;
  if (found === null) throw new TillError("not_found");
  return found;
}
