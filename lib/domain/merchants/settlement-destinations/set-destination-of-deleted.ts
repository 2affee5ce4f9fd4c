import { findToken } from "#lib/chain/tokens.ts";
import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { listOwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import { parseDestinationAccount } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import { findDestination, upsertDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Sets the account that receives what is still held for a merchant in one asset. Only for a deleted merchant, whose
 * destinations can't be registered or changed otherwise. The audit log records the change.
 * @throws TillError `not_found` for a merchant that isn't the partner's; `params_validation` for an account that can't receive
 * the asset or is our own, and for another account than the destination of a merchant that isn't deleted.
 */
export async function setDestinationOfDeleted(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  asset: Caip19,
  account: string,
): Promise<Caip10> {
  const { id, isDeleted } = await lockMerchantEvenDeleted(tx, scope, merchantId);
  const token = findToken(asset);
  if (token === null) throw new Error(`${asset} is no supported token`);
  const destination = parseDestinationAccount(token, account, "destination", await listOwnAddresses(tx));
  if (typeof destination !== "string") throw new TillError("params_validation", { issues: [destination] });
  const current = await findDestination(tx, id, asset);
  if (current === destination) return destination;
  if (!isDeleted) {
    const message = "must be the merchant's settlement destination; change that one first, or leave this out";
    throw new TillError("params_validation", { issues: [{ field: "destination", message }] });
  }
  const now = clock.now();
  await upsertDestination(tx, id, { id: newId("crypto", now), asset, destination }, now);
  return destination;
}
