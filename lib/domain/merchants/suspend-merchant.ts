import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordMerchantEvent } from "#lib/domain/events/merchant-events.ts";
import type { Merchant } from "#lib/domain/merchants/merchant.ts";
import { updateMerchantStatus } from "#lib/domain/merchants/repository.ts";

/**
 * Suspends a merchant: from the commit on it takes no new payments in any process, because the statement that inserts
 * a payment reads the status from the database and nothing caches it. Existing payments and their payouts continue.
 * Idempotent.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's.
 */
export function suspendMerchant(tx: Tx, scope: PartnerScope, id: string): Promise<Merchant> {
  return writeStatus(tx, scope, id, "suspended");
}

/** Lets a merchant take payments again. Idempotent. @throws TillError `not_found`, as {@link suspendMerchant}. */
export function reactivateMerchant(tx: Tx, scope: PartnerScope, id: string): Promise<Merchant> {
  return writeStatus(tx, scope, id, "active");
}

async function writeStatus(tx: Tx, scope: PartnerScope, id: string, status: "active" | "suspended"): Promise<Merchant> {
  const written = isId("mrch", id) ? await updateMerchantStatus(tx, scope, id, status, clock.now()) : null;
  if (written === null) throw new TillError("not_found");
  const { isChanged, ...merchant } = written;
  if (isChanged) await recordMerchantEvent(tx, "merchant.updated", scope.partnerId, merchant, clock.now());
  return merchant;
}
