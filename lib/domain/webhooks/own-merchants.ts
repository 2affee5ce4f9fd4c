import { invalidField } from "#lib/core/errors.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { listForeignMerchants } from "#lib/domain/webhooks/repository.ts";

/**
 * Returns the ids of merchants, each once.
 * @throws TillError `params_validation` on the first that isn't one of the partner's active merchants.
 */
export async function requireOwnMerchants(tx: Tx, scope: PartnerScope, ids: readonly string[]): Promise<MerchantId[]> {
  const foreign = new Set(await listForeignMerchants(tx, scope, ids));
  const first = ids.findIndex((id) => foreign.has(id));
  if (first !== -1) throw invalidField(`merchantIds.${first}`, "must be the id of one of your merchants");
  return [...new Set(ids)] as MerchantId[];
}
