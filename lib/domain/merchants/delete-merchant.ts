import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { forgetMerchant } from "#lib/domain/merchants/enter-merchant.ts";
import { deleteMerchant as writeDeletion } from "#lib/domain/merchants/repository.ts";

/**
 * Deletes a merchant softly: it is hidden and takes no new payments from the commit on, in whatever process (the
 * statement that writes a payment looks for itself). The payments that it has live on, settlement included. Safe to
 * repeat.
 * @throws TillError `not_found` when the id is unknown or another partner's.
 */
export async function deleteMerchant(tx: Tx, scope: PartnerScope, id: string): Promise<MerchantId> {
  if (!isId("mrch", id) || !(await writeDeletion(tx, scope, id, clock.now()))) throw new TillError("not_found");
  tx.afterCommit(() => forgetMerchant(scope, id));
  return id;
}
