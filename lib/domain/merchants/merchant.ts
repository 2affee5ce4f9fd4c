import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";

export type MerchantStatus = "active" | "inactive" | "suspended";

/** The statuses that a partner sets. */
export const changeableStatuses = ["active", "suspended"] as const satisfies readonly MerchantStatus[];

export type Merchant = {
  id: MerchantId;
  name: string;
  email: string;
  iconUrl: string | null;
  status: MerchantStatus;
  /** True when buyers are offered only tokens that have a settlement destination. */
  onlySettleableTokens: boolean;
  /** True when buyers may ask for a receipt by email on the checkout. */
  sendsReceipts: boolean;
  /** True when buyers may pay by a transfer to an address of the payment, unless the payment says otherwise. */
  acceptsTransfers: boolean;
  /** An email or an HTTPS URL for buyers who need help. */
  supportContact: string | null;
  /** `#rrggbb`, the color of the checkout's buttons. */
  brandColor: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** A merchant's icon: the URL as given, and the logo that was fetched from it when it was set. */
export type MerchantIcon = { url: string; logo: FetchedLogo };

/** The account that receives a merchant's money in one asset. */
export type SettlementDestination = { id: Id<"crypto">; asset: Caip19; destination: Caip10 };
/** A destination that isn't in force yet. Its id is that of the destination that it replaces, or of the new one. */
export type PendingDestination = SettlementDestination & { takesEffectAt: Date };
/** A destination with the account that will replace it, or its own account and time when it isn't in force itself yet. */
export type RequestedDestination = SettlementDestination & {
  pending: { destination: Caip10; takesEffectAt: Date } | null;
};
/** A fiat destination with the fields that the API returns. It is a record only: Till pays nothing to it. */
type FiatSettlementDestination = { id: Id<"fiat">; status: string; bankType: string; currency: string };

export type SettlementDestinations = { crypto: RequestedDestination[]; fiat: FiatSettlementDestination[] };
