import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type Id, isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordDestinationChanges } from "#lib/domain/events/merchant-events.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import { notifyOwners } from "#lib/domain/merchants/settlement-destinations/notify-owners.ts";
import { deletePending } from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { deleteDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Removes a settlement destination. Payments that succeed in its asset from then on have no payout until the merchant
 * registers another destination for the asset; payouts that are already open continue. Takes effect at once, also with
 * `DESTINATION_DELAY_HOURS`, because the money is then held; what is pending for the destination is revoked.
 * @throws TillError `not_found` for a destination that isn't the merchant's or a merchant that isn't the partner's.
 */
export async function removeSettlementDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
): Promise<Id<"crypto">> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  if (!isId("crypto", id)) throw new TillError("not_found");
  const revoked = await deletePending(tx, merchant, id);
  const removed = await deleteDestination(tx, merchant, id);
  const ended = removed ?? revoked;
  if (ended === null) throw new TillError("not_found");
  const change = removed === null ? "revoked" : "removed";
  const ending = { id, asset: ended.asset, change, from: ended.destination, to: null, takesEffectAt: null } as const;
  await recordDestinationChanges(tx, { partnerId: scope.partnerId, merchantId: merchant }, [ending], clock.now());
  if (removed !== null) {
    await notifyOwners(tx, merchant, [{ asset: removed.asset, from: removed.destination, to: null }], null);
  }
  return id;
}
