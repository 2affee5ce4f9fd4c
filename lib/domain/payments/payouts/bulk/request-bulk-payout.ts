import { assetOf, findToken } from "#lib/chain/tokens.ts";
import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import {
  type BulkPayout,
  insertBulkPayout,
  lockRunning,
  updateBulkPayout,
} from "#lib/domain/payments/payouts/bulk/repository.ts";
import { type HeldMoney, listHeldMoneyOf } from "#lib/domain/payments/payouts/held/held-money.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";

/**
 * Requests the payout of everything that is held for a merchant in one asset, to its settlement destination
 * in force now. Also for a deleted merchant. Workers open the payouts in batches (advanceBulkPayouts). While
 * one to the same destination is running, this returns it instead of making another; one to an earlier
 * destination is stopped.
 * @param text the asset as CAIP-19, with or without the `caip19/` prefix.
 * @throws TillError `not_found` for a merchant that isn't the partner's; `params_validation` for an asset that isn't supported;
 * `invalid_state` when nothing is held, the merchant has no destination, or only the treasury's owner can send the money.
 */
export async function requestBulkPayout(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  text: string,
): Promise<BulkPayout> {
  const { id } = await lockMerchantEvenDeleted(tx, scope, merchantId);
  const asset = parseAsset(text);
  const running = await lockRunning(tx, id, asset);
  const destination = await findDestination(tx, id, asset);
  if (running !== null && running.destination === destination) return running;
  const [held] = (await listHeldMoneyOf({ ...scope, merchantId: id }, tx)).filter((each) => each.asset === asset);
  const { payable, to } = requirePayable(held, destination);
  const now = clock.now();
  if (running !== null) {
    const reason = "The settlement destination was changed or removed.";
    await updateBulkPayout(tx, running.id, { state: "stopped", reason }, now);
  }
  const { payments: payouts, amount } = payable;
  const bulkPayout = {
    id: newId("bulk", now),
    partnerId: scope.partnerId,
    merchantId: id,
    asset,
    destination: to,
  } as const;
  const placed = await insertBulkPayout(tx, { ...bulkPayout, payouts, amount, createdAt: now });
  announcePendingPayout(tx);
  return placed;
}

/** Parses a supported token's asset id. @throws TillError `params_validation`. */
export function parseAsset(text: string): Caip19 {
  const token = findToken(text.replace(/^caip19\//, ""));
  if (token === null) throw invalidField("asset", "must be the CAIP-19 id of a supported token");
  return assetOf(token);
}

function requirePayable(
  held: HeldMoney | undefined,
  destination: Caip10 | null,
): { payable: HeldMoney["payable"]; to: Caip10 } {
  if (held === undefined) throw refuse("Nothing is held for this merchant in this asset. There is nothing to pay out.");
  if (held.payable.payments === 0) {
    throw refuse("The money is in a treasury whose key this installation doesn't have. Its owner has to send it.");
  }
  if (destination === null) {
    throw refuse("The merchant has no settlement destination for this asset. Add one, then try again.");
  }
  return { payable: held.payable, to: destination };
}

function refuse(message: string): TillError {
  return new TillError("invalid_state", { message });
}
