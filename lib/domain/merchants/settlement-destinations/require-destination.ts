import type { Caip19 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Locks a merchant, deleted or not, and requires that its destination for an asset is the one that the caller has seen. It then
 * can't change until the transaction ends, because each change locks the merchant too.
 * @param seen the account as CAIP-10; null for no destination.
 * @throws TillError `not_found` for a merchant that isn't the partner's; `version_conflict` when the destination is another one.
 */
export async function requireDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  asset: Caip19,
  seen: string | null,
): Promise<void> {
  const { id } = await lockMerchantEvenDeleted(tx, scope, merchantId);
  if ((await findDestination(tx, id, asset)) !== seen) throw new TillError("version_conflict");
}
