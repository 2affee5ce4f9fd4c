import { findToken } from "#lib/chain/tokens.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { recordDestinationChanges } from "#lib/domain/events/merchant-events.ts";
import { lockMerchantEvenDeleted } from "#lib/domain/merchants/lock-merchant.ts";
import { listOwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import { parseDestinationAccount } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import {
  type DueDestination,
  deletePending,
  findPending,
  listDue,
} from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { findDestination, upsertDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";
import { log } from "#lib/log/log.ts";

const perRun = 200;

/** Puts destinations into force whose delay has passed, and that haven't been revoked. Safe to run concurrently. */
export async function applyDueDestinations(): Promise<void> {
  for (const due of await listDue(database, clock.now(), perRun)) {
    await screenAndApply(due).catch((error: unknown) => {
      log().error(
        { err: error, settlementId: due.id },
        "a destination could not be put into force; it will be repeated",
      );
    });
  }
}

/** Screens the account again, which may have been listed meanwhile. */
async function screenAndApply(due: DueDestination): Promise<void> {
  const isDeclined = (await screenAccount(due.destination)) !== "accepted";
  await inTransaction((tx) => apply(tx, due, isDeclined));
}

async function apply(
  tx: Tx,
  { id, merchantId, partnerId, asset, destination: screened }: DueDestination,
  isDeclined: boolean,
): Promise<void> {
  await lockMerchantEvenDeleted(tx, { partnerId, merchantId: null }, merchantId);
  const now = clock.now();
  const pending = await findPending(tx, merchantId, asset);
  if (pending === null || pending.takesEffectAt > now || pending.destination !== screened) return;
  await deletePending(tx, merchantId, id);
  const current = await findDestination(tx, merchantId, asset);
  const of = { partnerId, merchantId };
  const change = { id, asset, takesEffectAt: null };
  const token = findToken(asset);
  const destination = pending.destination;
  // The operator may have made the address one of the service's own meanwhile.
  const parsed = token && parseDestinationAccount(token, destination, "destination", await listOwnAddresses(tx));
  if (parsed !== destination || isDeclined) {
    log().error(
      { merchantId, asset, destination, isDeclined },
      "a pending destination can no longer receive the asset; it was dropped",
    );
    await recordDestinationChanges(tx, of, [{ ...change, change: "revoked", from: destination, to: current }], now);
    return;
  }
  const kept = await upsertDestination(tx, merchantId, { id, asset, destination }, now);
  const applied = { ...change, id: kept, change: "took_effect", from: current, to: destination } as const;
  await recordDestinationChanges(tx, of, [applied], now);
}
