import { invalidField } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { listForeignMerchants } from "#lib/domain/webhooks/repository.ts";

// The database refuses some texts that aren't ids.
const isMerchantId = (text: string) => isId("mrch", text);

/**
 * Returns the ids of merchants, each once.
 * @throws TillError `params_validation` on the first that isn't one of the partner's active merchants.
 */
export async function requireOwnMerchants(tx: Tx, scope: PartnerScope, ids: readonly string[]): Promise<MerchantId[]> {
  const foreign = new Set(await listForeignMerchants(tx, scope, ids.filter(isMerchantId)));
  const first = ids.findIndex((id) => !isMerchantId(id) || foreign.has(id));
  if (first !== -1) throw invalidField(`merchantIds.${first}`, "must be the id of one of your merchants");
  return [...new Set(ids)] as MerchantId[];
}
