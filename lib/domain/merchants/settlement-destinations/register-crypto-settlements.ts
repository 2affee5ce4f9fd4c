import { clock } from "#lib/core/clock.ts";
import { type Issue, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { holdMerchant } from "#lib/domain/merchants/hold-merchant.ts";
import type { CryptoSettlement } from "#lib/domain/merchants/merchant.ts";
import {
  parseSettlement,
  type RawSettlementEntry,
  type SettlementEntry,
} from "#lib/domain/merchants/settlement-destinations/parse-settlement.ts";
import { insertCryptoSettlement } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Registers settlements of a merchant, all of them or none.
 * @throws TillError `not_found` for a merchant that is not the partner's, `params_validation` with an issue for each
 * bad entry, `settlement_asset_conflict` for an asset that the merchant has already or that the list names twice.
 */
export async function registerCryptoSettlements(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  raw: readonly RawSettlementEntry[],
): Promise<CryptoSettlement[]> {
  const merchant = await holdMerchant(tx, scope, merchantId);
  const now = clock.now();
  const entries = parseAll(raw).map((entry) => ({ id: newId("crypto", now), ...entry }));
  for (const [index, entry] of entries.entries()) {
    if (await insertCryptoSettlement(tx, merchant, entry, now)) continue;
    const message = `${entry.asset} has a settlement already`;
    throw new TillError("settlement_asset_conflict", { issues: [{ field: `settlements.${index}.asset`, message }] });
  }
  return entries;
}

function parseAll(raw: readonly RawSettlementEntry[]): SettlementEntry[] {
  const parsed = raw.map((entry, index) => parseSettlement(entry, `settlements.${index}`));
  const issues = parsed.filter((entry): entry is Issue => "message" in entry);
  if (issues.length > 0) throw new TillError("params_validation", { issues });
  return parsed.filter((entry): entry is SettlementEntry => "asset" in entry);
}
