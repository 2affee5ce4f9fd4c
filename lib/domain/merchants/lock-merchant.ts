import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { selectMerchantForUpdate, selectOwnedForUpdate } from "#lib/domain/merchants/repository.ts";

/**
 * Locks a merchant against deletion until the transaction ends.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's.
 */
export async function lockMerchant(tx: Tx, scope: PartnerScope, id: string): Promise<MerchantId> {
  if (!isId("mrch", id) || !(await selectMerchantForUpdate(tx, scope, id))) throw new TillError("not_found");
  return id;
}

/**
 * Locks a merchant that may be deleted, for operations on the money it is still owed.
 * @throws TillError `not_found` when the id is unknown or another partner's.
 */
export async function lockMerchantEvenDeleted(
  tx: Tx,
  scope: PartnerScope,
  id: string,
): Promise<{ id: MerchantId; isDeleted: boolean }> {
  const found = isId("mrch", id) ? await selectOwnedForUpdate(tx, scope, id) : null;
  if (found === null) throw new TillError("not_found");
  return found;
}
