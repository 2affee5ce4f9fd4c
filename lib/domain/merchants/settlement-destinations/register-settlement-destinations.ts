import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { type Issue, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { DestinationChange } from "#lib/domain/events/event-data.ts";
import { recordDestinationChanges } from "#lib/domain/events/merchant-events.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import type { RequestedDestination } from "#lib/domain/merchants/merchant.ts";
import { effectTime } from "#lib/domain/merchants/settlement-destinations/delay.ts";
import { notifyOwners } from "#lib/domain/merchants/settlement-destinations/notify-owners.ts";
import { listOwnAddresses, type OwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import {
  type NewDestination,
  parseSettlementDestination,
  type RawDestination,
} from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import {
  findPending,
  isInUse,
  upsertPending,
} from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { findDestination, insertDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Registers settlement destinations of a merchant: all of them or, if one is refused, none. With `DESTINATION_DELAY_HOURS`, those
 * of a merchant that is in use are pending for that long; its partner's owners get an email.
 * @throws TillError `not_found` for a merchant that isn't the partner's; `params_validation` with an issue for each
 * invalid entry; `settlement_asset_conflict` for an asset that already has a destination or appears twice in the list.
 */
export async function registerSettlementDestinations(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  raw: readonly RawDestination[],
): Promise<RequestedDestination[]> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  const now = clock.now();
  const entries = parseAll(raw, await listOwnAddresses(tx)).map((entry) => ({ id: newId("crypto", now), ...entry }));
  const registered: RequestedDestination[] = [];
  const changes: { asset: Caip19; from: null; to: Caip10 }[] = [];
  const events: DestinationChange[] = [];
  const delayedUntil = effectTime();
  for (const [index, entry] of entries.entries()) {
    const isChange = await isInUse(tx, merchant, entry.asset);
    const takesEffectAt = isChange ? delayedUntil : null;
    const isTaken =
      (await findPending(tx, merchant, entry.asset)) !== null ||
      (takesEffectAt === null
        ? !(await insertDestination(tx, merchant, entry, now))
        : (await findDestination(tx, merchant, entry.asset)) !== null);
    if (isTaken) {
      const message = `${entry.asset} already has a settlement destination; change that one or remove it first`;
      throw new TillError("settlement_asset_conflict", { issues: [{ field: `settlements.${index}.asset`, message }] });
    }
    if (takesEffectAt !== null) await upsertPending(tx, merchant, entry, now, takesEffectAt);
    if (isChange) changes.push({ asset: entry.asset, from: null, to: entry.destination });
    const { id, asset, destination } = entry;
    const change = takesEffectAt === null ? "added" : "pending";
    events.push({ id, asset, change, from: null, to: destination, takesEffectAt });
    registered.push({ ...entry, pending: takesEffectAt === null ? null : { destination, takesEffectAt } });
  }
  await notifyOwners(tx, merchant, changes, delayedUntil);
  await recordDestinationChanges(tx, { partnerId: scope.partnerId, merchantId: merchant }, events, now);
  return registered;
}

function parseAll(raw: readonly RawDestination[], own: OwnAddresses): NewDestination[] {
  const parsed = raw.map((entry, index) => parseSettlementDestination(entry, `settlements.${index}`, own));
  const issues = parsed.filter((entry): entry is Issue => "message" in entry);
  if (issues.length > 0) throw new TillError("params_validation", { issues });
  return parsed.filter((entry): entry is NewDestination => "asset" in entry);
}
