import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { ApiKeyId, Id, MerchantId } from "#lib/core/ids.ts";
import type { Merchant } from "#lib/domain/merchants/merchant.ts";

/** A merchant after a change, as an event stores it. */
export type StoredMerchant = Omit<Merchant, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string };

/** The kinds of changes to the account that receives a merchant's money in an asset. */
export const destinationChanges = ["added", "changed", "removed", "pending", "revoked", "took_effect"] as const;

/** A change of a settlement destination. */
export type DestinationChange = {
  id: Id<"crypto">;
  asset: Caip19;
  change: (typeof destinationChanges)[number];
  /** The account before: the one in force, or for `revoked` the one that was pending. Null for none. */
  from: Caip10 | null;
  /** The account after: the one in force, or for `pending` the one that will be. Null for none. */
  to: Caip10 | null;
  /** When a pending account takes effect; null for a change that is in force. */
  takesEffectAt: Date | null;
};

/** A change of a merchant's settlement destination as an event stores it. */
export type StoredDestinationChange = Omit<DestinationChange, "takesEffectAt"> & {
  merchantId: MerchantId;
  takesEffectAt: string | null;
};

/** A new API key as an event stores it, without its secret. */
export type StoredKey = {
  id: ApiKeyId;
  name: string;
  permissions: readonly string[];
  hint: string;
  createdAt: string;
};
