import { parseCaip19 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import type { RequestedDestination } from "#lib/domain/merchants/merchant.ts";
import { listOwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import { parseDestinationAccount } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import { findPendingById } from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { putDestination } from "#lib/domain/merchants/settlement-destinations/put-destination.ts";
import { selectDestinationForUpdate } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Changes the account that receives a merchant's money in one asset. Payouts of payments that have already succeeded
 * keep the destination that was in force at that time. With `DESTINATION_DELAY_HOURS`, the change is pending for
 * that long; a change back to the current account revokes it. A destination that is only pending itself can be changed too. The
 * partner's owners get an email.
 * @param from the destination that the caller expects to replace; omit it to replace any.
 * @throws TillError `not_found` for a destination that isn't the merchant's or a merchant that isn't the partner's;
 * `params_validation` for an account that can't receive the asset or is our own; `version_conflict` when the current destination
 * differs from `from`.
 */
export async function changeSettlementDestination(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
  account: string,
  from?: string,
): Promise<RequestedDestination> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  if (!isId("crypto", id)) throw new TillError("not_found");
  const inForce = await selectDestinationForUpdate(tx, merchant, id);
  const listed = inForce ?? (await findPendingById(tx, merchant, id));
  if (listed === null) throw new TillError("not_found");
  const current = inForce?.destination ?? null;
  if (from !== undefined && from !== current) throw new TillError("version_conflict");
  const asset = parseCaip19(listed.asset);
  if (asset === null) throw new Error(`settlement destination ${id} has the unreadable asset ${listed.asset}`);
  const destination = parseDestinationAccount(asset, account, "destination", await listOwnAddresses(tx));
  if (typeof destination !== "string") throw new TillError("params_validation", { issues: [destination] });
  const entry = { id, asset: listed.asset, destination };
  const takesEffectAt = await putDestination(tx, { partnerId: scope.partnerId, merchantId: merchant }, entry, current);
  return takesEffectAt === null
    ? { ...entry, pending: null }
    : { ...entry, destination: current ?? destination, pending: { destination, takesEffectAt } };
}
