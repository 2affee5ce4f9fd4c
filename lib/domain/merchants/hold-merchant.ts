import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/repository.ts";

/**
 * Keeps a merchant from being deleted until the transaction ends.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's.
 */
export async function holdMerchant(tx: Tx, scope: PartnerScope, id: string): Promise<MerchantId> {
  if (!isId("mrch", id) || !(await lockMerchant(tx, scope, id))) throw new TillError("not_found");
  return id;
}
