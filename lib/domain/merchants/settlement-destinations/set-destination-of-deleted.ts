import { findToken } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { recordDestinationChanges } from "#lib/domain/events/merchant-events.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { effectTime } from "#lib/domain/merchants/settlement-destinations/delay.ts";
import { notifyOwners } from "#lib/domain/merchants/settlement-destinations/notify-owners.ts";
import { listOwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import { parseDestinationAccount } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import { findPending, upsertPending } from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { findDestination, upsertDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

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
  if (token === null) throw new Error(`${asset} is no supported token`);
  const destination = parseDestinationAccount(token, account, "destination", await listOwnAddresses(tx));
  if (typeof destination !== "string") throw new TillError("params_validation", { issues: [destination] });
  const current = await findDestination(tx, id, asset);
  if (current === destination) return null;
  if (!isDeleted) {
    const message = "must be the merchant's settlement destination; change that one first, or leave this out";
    throw new TillError("params_validation", { issues: [{ field: "destination", message }] });
  }
  const now = clock.now();
  const next = { id: newId("crypto", now), asset, destination };
  const takesEffectAt = effectTime();
  const change = { asset, from: current, to: destination };
  const event = { ...change, takesEffectAt };
  const of = { partnerId: scope.partnerId, merchantId: id };
  if (takesEffectAt === null) {
    const settlementId = await upsertDestination(tx, id, next, now);
    const kind = current === null ? "added" : "changed";
    await recordDestinationChanges(tx, of, [{ ...event, id: settlementId, change: kind }], now);
    await notifyOwners(tx, id, [change], null);
    return null;
  }
  const before = await findPending(tx, id, asset);
  if (before?.destination === destination) return before.takesEffectAt;
  await upsertPending(tx, id, next, now, takesEffectAt);
  await recordDestinationChanges(tx, of, [{ ...event, id: next.id, change: "pending" }], now);
  await notifyOwners(tx, id, [change], takesEffectAt);
  return takesEffectAt;
}
