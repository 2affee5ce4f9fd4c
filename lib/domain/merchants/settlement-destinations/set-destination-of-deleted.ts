import { findToken } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { listOwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import { parseDestinationAccount } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import { putDestination } from "#lib/domain/merchants/settlement-destinations/put-destination.ts";
import { findDestination, findDestinationId } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Sets the account as {@link setDestinationOfDeleted} does, in a transaction of its own.
 * @throws TillError `invalid_state` with the time while the account isn't in force yet, and the errors of that function.
 */
export async function requireDestinationOfDeleted(
  scope: PartnerScope,
  merchantId: string,
  asset: Caip19,
  account: string,
): Promise<void> {
  const takesEffectAt = await inTransaction((tx) => setDestinationOfDeleted(tx, scope, merchantId, asset, account));
  if (takesEffectAt === null) return;
  const at = takesEffectAt.toISOString();
  throw new TillError("invalid_state", { message: `The destination takes effect at ${at}. Request the payout then.` });
}

/**
 * Sets the account that receives what is still held for a merchant in one asset. Only for a deleted merchant, whose
 * destinations can't be registered or changed otherwise. The audit log records the change, and the partner's owners get an email.
 * @returns null when the account is the destination now; with `DESTINATION_DELAY_HOURS`, the time at which it will be.
 * @throws TillError `not_found` for a merchant that isn't the partner's; `params_validation` for an account that can't receive
 * the asset or is our own, and for another account than the destination of a merchant that isn't deleted.
 */
export async function setDestinationOfDeleted(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  asset: Caip19,
  account: string,
): Promise<Date | null> {
  const { id, isDeleted } = await lockMerchantEvenDeleted(tx, scope, merchantId);
  const token = findToken(asset);
  if (token === null) throw new Error(`${asset} isn't a supported token`);
  const destination = parseDestinationAccount(token, account, "destination", await listOwnAddresses(tx));
  if (typeof destination !== "string") throw new TillError("params_validation", { issues: [destination] });
  const current = await findDestination(tx, id, asset);
  if (!isDeleted) {
    if (current === destination) return null;
    const message = "must be the merchant's settlement destination; change that one first, or leave this out";
    throw new TillError("params_validation", { issues: [{ field: "destination", message }] });
  }
  const of = { partnerId: scope.partnerId, merchantId: id };
  const settlementId = (await findDestinationId(tx, id, asset)) ?? newId("crypto", clock.now());
  return putDestination(tx, of, { id: settlementId, asset, destination }, current);
}
