import { presentLive } from "#lib/api/presenters/live.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { MerchantPage } from "#lib/domain/merchants/list-merchants.ts";
import type { Merchant, RequestedDestination, SettlementDestinations } from "#lib/domain/merchants/merchant.ts";

/** The account that a merchant belongs to. */
type Owner = { partnerId: PartnerId };

/** A merchant's record under the field names that existing clients read. */
function presentNested(merchant: Merchant, owner: Owner) {
  const { id, name, email, iconUrl, status, onlySettleableTokens, sendsReceipts, acceptsTransfers } = merchant;
  const { supportContact, brandColor } = merchant;
  const settings = { onlySettleableTokens, sendsReceipts, acceptsTransfers, supportContact, brandColor };
  const times = { createdAt: merchant.createdAt.toISOString(), updatedAt: merchant.updatedAt.toISOString() };
  return { id, name, email, ...presentLive(owner), iconUrl, status, ...settings, ...times };
}

function presentFlat(merchant: Merchant, owner: Owner) {
  const { name: merchantName, email: merchantEmail, ...rest } = presentNested(merchant, owner);
  return { ...rest, merchantName, merchantEmail };
}

/** A merchant's record, in both shapes. */
export function presentMerchant(merchant: Merchant, owner: Owner) {
  return { ...presentFlat(merchant, owner), merchant: presentNested(merchant, owner) };
}

/** A page of merchants. */
export function presentMerchantList({ merchants, totalCount }: MerchantPage, owner: Owner, nextCursor: string | null) {
  return {
    data: merchants.map((merchant) => presentFlat(merchant, owner)),
    merchants: merchants.map((merchant) => presentNested(merchant, owner)),
    nextCursor,
    totalCount,
  };
}

/** The response to a deletion, also to a repeated one. */
export function presentDeleted(id: string, owner: Owner) {
  return { id, ...presentLive(owner), deleted: true } as const;
}

/** A settlement destination, with the change that is pending for it. */
export function presentSettlement({ id, asset, destination, pending }: RequestedDestination, owner: Owner) {
  const settlement = { id, ...presentLive(owner), asset, destination };
  if (pending === null) return settlement;
  const takesEffectAt = pending.takesEffectAt.toISOString();
  const change = pending.destination === destination ? {} : { pendingDestination: pending.destination };
  return { ...settlement, takesEffectAt, ...change };
}

/** A merchant's settlements. */
export function presentSettlements({ crypto, fiat }: SettlementDestinations, owner: Owner) {
  return {
    ...presentLive(owner),
    crypto: crypto.map((destination) => presentSettlement(destination, owner)),
    fiat: fiat.map((record) => ({ ...record, ...presentLive(owner) })),
  };
}

/** A merchant with its settlements. */
export function presentFetchedMerchant(merchant: Merchant, owner: Owner, settlements: SettlementDestinations) {
  return { ...presentMerchant(merchant, owner), settlements: presentSettlements(settlements, owner) };
}
