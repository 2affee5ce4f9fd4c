import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type Id, isId, newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import type { FiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-destination.ts";
import {
  deleteFiatDestination,
  insertFiatDestination,
  updateFiatDestination,
} from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";

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

/**
 * Replaces all fields of a fiat destination.
 * @throws TillError `not_found` for a destination that isn't the merchant's or a merchant that isn't the partner's.
 */
export async function changeFiatDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
  destination: FiatDestination,
): Promise<void> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  const isChanged = isId("fiat", id) && (await updateFiatDestination(tx, merchant, id, destination, clock.now()));
  if (!isChanged) throw new TillError("not_found");
}

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
