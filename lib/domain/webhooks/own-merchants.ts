import { invalidField } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { listForeignMerchants } from "#lib/domain/webhooks/repository.ts";

// The database refuses some texts that aren't ids.
const isMerchantId = (text: string) => isId("mrch", text);

/**
 * Returns the ids of merchants, each once. Those of `before`, which the filter has already, may have been deleted since.
 * @throws TillError `params_validation` on the first other that isn't one of the partner's active merchants.
 */
export async function requireOwnMerchants(
  tx: Tx,
  scope: PartnerScope,
  ids: readonly string[],
  before: readonly string[] = [],
): Promise<MerchantId[]> {
  const added = ids.filter((id) => isMerchantId(id) && !before.includes(id));
  const foreign = new Set(await listForeignMerchants(tx, scope, added));
  const first = ids.findIndex((id) => !isMerchantId(id) || foreign.has(id));
  if (first !== -1) throw invalidField(`merchantIds.${first}`, "must be the id of one of your merchants");
  return [...new Set(ids)] as MerchantId[];
}
