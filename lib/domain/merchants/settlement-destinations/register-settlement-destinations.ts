import { clock } from "#lib/core/clock.ts";
import { type Issue, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockMerchant } from "#lib/domain/merchants/lock-merchant.ts";
import type { SettlementDestination } from "#lib/domain/merchants/merchant.ts";
import { listOwnAddresses, type OwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import {
  type NewDestination,
  parseSettlementDestination,
  type RawDestination,
} from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import { insertDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Registers settlement destinations of a merchant: all of them or, if one is refused, none.
 * @throws TillError `not_found` for a merchant that isn't the partner's; `params_validation` with an issue for each
 * invalid entry; `settlement_asset_conflict` for an asset that already has a destination or appears twice in the list.
 */
export async function registerSettlementDestinations(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  raw: readonly RawDestination[],
): Promise<SettlementDestination[]> {
  const merchant = await lockMerchant(tx, scope, merchantId);
  const now = clock.now();
  const entries = parseAll(raw, await listOwnAddresses(tx)).map((entry) => ({ id: newId("crypto", now), ...entry }));
  for (const [index, entry] of entries.entries()) {
    if (await insertDestination(tx, merchant, entry, now)) continue;
    const message = `${entry.asset} already has a settlement destination; change that one or remove it first`;
    throw new TillError("settlement_asset_conflict", { issues: [{ field: `settlements.${index}.asset`, message }] });
  }
  return entries;
}

function parseAll(raw: readonly RawDestination[], own: OwnAddresses): NewDestination[] {
  const parsed = raw.map((entry, index) => parseSettlementDestination(entry, `settlements.${index}`, own));
  const issues = parsed.filter((entry): entry is Issue => "message" in entry);
  if (issues.length > 0) throw new TillError("params_validation", { issues });
  return parsed.filter((entry): entry is NewDestination => "asset" in entry);
}
