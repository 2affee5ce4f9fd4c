import { clock } from "#lib/core/clock.ts";
import { type Id, newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import type { FiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-destination.ts";
import { insertFiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

/**
 * Adds a fiat destination to a merchant. It is a record only: Till pays nothing to it.
 * @throws TillError `not_found` for a merchant that isn't the partner's.
 */
export async function addFiatDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  destination: FiatDestination,
): Promise<Id<"fiat">> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  const now = clock.now();
  const id = newId("fiat", now);
  await insertFiatDestination(tx, merchant, id, destination, now);
  return id;
}
