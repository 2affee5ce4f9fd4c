import { type AccountMode, modeOf } from "#lib/core/account-mode.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { type Issue, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
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
  type AssetUse,
  readAssetUses,
  upsertPending,
} from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { insertDestinations } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Registers settlement destinations of a merchant: all of them or, if one is refused, none. With
 * `DESTINATION_DELAY_HOURS`, those of a merchant that is in use are pending for that long; its partner's
 * owners get an email. The number of statements doesn't grow with the list.
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
  const entries = parseAll(modeOf(scope.partnerId), raw, await listOwnAddresses(tx)).map((entry) => ({
    id: newId("crypto", now),
    ...entry,
  }));
  const uses = await readAssetUses(
    tx,
    merchant,
    entries.map(({ asset }) => asset),
  );
  requireFree(entries, uses);
  const effect = effectTime();
  const added = entries.map((entry) => {
    const isChange = uses.get(entry.asset)?.isInUse === true;
    return { entry, isChange, takesEffectAt: isChange ? effect : null };
  });
  const ofKind = (isPending: boolean) =>
    added.filter(({ takesEffectAt }) => (takesEffectAt !== null) === isPending).map(({ entry }) => entry);
  await insertDestinations(tx, merchant, ofKind(false), now);
  if (effect !== null) await upsertPending(tx, merchant, ofKind(true), now, effect);
  const changes = added
    .filter(({ isChange }) => isChange)
    .map(({ entry: { asset, destination } }) => ({ asset, from: null, to: destination }));
  await notifyOwners(tx, merchant, changes, effect);
  const events = added.map(({ entry: { id, asset, destination }, takesEffectAt }) => {
    const change = takesEffectAt === null ? ("added" as const) : ("pending" as const);
    return { id, asset, change, from: null, to: destination, takesEffectAt };
  });
  await recordDestinationChanges(tx, { partnerId: scope.partnerId, merchantId: merchant }, events, now);
  return added.map(({ entry, takesEffectAt }) => {
    const pending = takesEffectAt === null ? null : { destination: entry.destination, takesEffectAt };
    return { ...entry, pending };
  });
}

/** @throws TillError `settlement_asset_conflict` for the first asset that is taken or appears before in the list. */
function requireFree(entries: readonly NewDestination[], uses: ReadonlyMap<Caip19, AssetUse>): void {
  const seen = new Set<Caip19>();
  for (const [index, { asset }] of entries.entries()) {
    if (seen.has(asset) || uses.get(asset)?.isTaken) {
      const message = `${asset} already has a settlement destination; change that one or remove it first`;
      throw new TillError("settlement_asset_conflict", { issues: [{ field: `settlements.${index}.asset`, message }] });
    }
    seen.add(asset);
  }
}

function parseAll(mode: AccountMode, raw: readonly RawDestination[], own: OwnAddresses): NewDestination[] {
  const parsed = raw.map((entry, index) => parseSettlementDestination(mode, entry, `settlements.${index}`, own));
  const issues = parsed.filter((entry): entry is Issue => "message" in entry);
  if (issues.length > 0) throw new TillError("params_validation", { issues });
  return parsed.filter((entry): entry is NewDestination => "asset" in entry);
}
