import { parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { holdMerchant } from "#lib/domain/merchants/hold-merchant.ts";
import type { CryptoSettlement } from "#lib/domain/merchants/merchant.ts";
import { parseDestination } from "#lib/domain/merchants/settlement-destinations/parse-settlement.ts";
import { lockCryptoSettlement, setDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Sends a merchant's money in one asset somewhere else from now on. Payouts of payments that have succeeded already
 * keep the destination that was in force then (THREATS 12).
 * @throws TillError `not_found` for a settlement that is not the merchant's or a merchant that is not the partner's;
 * `params_validation` for an account that can't take the asset; `version_conflict` when it goes elsewhere than `from` by now.
 * @param from where whoever changes it believes that it goes; left out, that does not matter.
 */
export async function changeCryptoSettlement(
  tx: Tx,
  scope: PartnerScope,
  merchantId: string,
  id: string,
  account: string,
  from?: string,
): Promise<CryptoSettlement> {
  const merchant = await holdMerchant(tx, scope, merchantId);
  const settlement = isId("crypto", id) ? await lockCryptoSettlement(tx, merchant, id) : null;
  if (settlement === null) throw new TillError("not_found");
  if (from !== undefined && from !== settlement.destination) throw new TillError("version_conflict");
  const asset = parseCaip19(settlement.asset);
  if (asset === null) throw new Error(`settlement ${id} has the unreadable asset ${settlement.asset}`);
  const destination = parseDestination(asset, account, "destination");
  if (typeof destination !== "string") throw new TillError("params_validation", { issues: [destination] });
  const changed = { ...settlement, destination };
  await setDestination(tx, changed, clock.now());
  return changed;
}
