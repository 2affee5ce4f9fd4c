import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant, SettlementDestinations } from "#lib/domain/merchants/merchant.ts";
import { findMerchant } from "#lib/domain/merchants/repository.ts";
import { listFiatDestinations } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";
import { listRequestedDestinations } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Gets a merchant of the partner with its settlement destinations.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's, without saying which.
 */
export async function getMerchant(
  scope: PartnerScope,
  id: string,
): Promise<{ merchant: Merchant; destinations: SettlementDestinations }> {
  const merchant = isId("mrch", id) ? await findMerchant(database, scope, id) : null;
  if (merchant === null) throw new TillError("not_found");
  const [crypto, fiat] = await Promise.all([
    listRequestedDestinations(database, merchant.id),
    listFiatDestinations(scope, merchant.id),
  ]);
  // Without the fields that only the dashboard shows.
  const records = fiat.map(({ id: fiatId, status, bankType, currency }) => ({
    id: fiatId,
    status,
    bankType,
    currency,
  }));
  return { merchant, destinations: { crypto, fiat: records } };
}
