import type { Merchant, Settlements } from "#lib/domain/merchants/merchant.ts";

/** A merchant's record. */
export function presentMerchant({ id, name, email, iconUrl, status, createdAt, updatedAt }: Merchant) {
  return {
    id,
    merchantName: name,
    merchantEmail: email,
    iconUrl,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A merchant with its settlements. */
export function presentFetchedMerchant(merchant: Merchant, settlements: Settlements) {
  return { ...presentMerchant(merchant), settlements };
}
