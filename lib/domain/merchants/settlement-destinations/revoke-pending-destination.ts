import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordDestinationChanges } from "#lib/domain/events/merchant-events.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { deletePending, findPendingById } from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Revokes a destination that has not taken effect yet. The current one stays in force.
 * @param destination the pending account that the caller has seen.
 * @throws TillError `not_found` for a merchant that isn't the partner's, or when nothing is pending for that
 * id; `version_conflict` when another account is.
 */
export async function revokePendingDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  settlementId: string,
  destination: string,
): Promise<void> {
  const { id } = await lockMerchantEvenDeleted(tx, scope, merchantId);
  const pending = isId("crypto", settlementId) ? await findPendingById(tx, id, settlementId) : null;
  if (pending === null) throw new TillError("not_found");
  if (pending.destination !== destination) throw new TillError("version_conflict");
  await deletePending(tx, id, pending.id);
  const { asset } = pending;
  const current = await findDestination(tx, id, asset);
  const change = { id: pending.id, asset, change: "revoked", from: pending.destination, to: current } as const;
  await recordDestinationChanges(
    tx,
    { partnerId: scope.partnerId, merchantId: id },
    [{ ...change, takesEffectAt: null }],
    clock.now(),
  );
}
