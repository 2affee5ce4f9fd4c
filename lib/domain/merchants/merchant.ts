import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";

export type MerchantStatus = "active" | "inactive" | "suspended";

export type Merchant = {
  id: MerchantId;
  name: string;
  email: string;
  iconUrl: string | null;
  status: MerchantStatus;
  createdAt: Date;
  updatedAt: Date;
};

/** A merchant's icon as it is set: the URL as given, and what was fetched from it at that time. */
export type MerchantIcon = { url: string; logo: FetchedLogo };

/** Where a merchant's money in one token goes. */
export type CryptoSettlement = { id: Id<"crypto">; asset: Caip19; destination: Caip10 };
/** A record of a fiat destination. */
type FiatSettlement = { id: Id<"fiat">; status: string; bankType: string; currency: string };

export type Settlements = { crypto: CryptoSettlement[]; fiat: FiatSettlement[] };
