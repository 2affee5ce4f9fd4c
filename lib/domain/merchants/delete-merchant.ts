import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordMerchantEvent } from "#lib/domain/events/merchant-events.ts";
import { softDeleteMerchant } from "#lib/domain/merchants/repository.ts";

/**
 * Marks a merchant as deleted: from the commit on it is hidden and takes no new payments in any process, because the
 * statement that inserts a payment checks it. Existing payments and their payouts continue. Idempotent.
 * @throws TillError `not_found` when the id is unknown or another partner's.
 */
export async function deleteMerchant(tx: Tx, scope: PartnerScope, id: string): Promise<MerchantId> {
  const deleted = isId("mrch", id) ? await softDeleteMerchant(tx, scope, id, clock.now()) : null;
  if (deleted === null) throw new TillError("not_found");
  const { isNew, ...merchant } = deleted;
  if (isNew) await recordMerchantEvent(tx, "merchant.deleted", scope.partnerId, merchant, clock.now());
  return merchant.id;
}
