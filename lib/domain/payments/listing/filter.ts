import { assetOf, findToken, tokensOf } from "#lib/chain/tokens.ts";
import type { AccountMode } from "#lib/core/account-mode.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { PaymentSearch } from "#lib/domain/payments/listing/parse-search.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";

/** The extent of a payment's refunds. */
export type RefundExtent = "full" | "part";

/** Selects payments of a partner. An empty list of merchants or statuses selects all of them. */
export type PaymentFilter = {
  partnerId: PartnerId;
  merchantIds: readonly string[];
  statuses: readonly PaymentStatus[];
  /** Selects refunded payments in addition to those of the statuses. Without statuses, selects only them. */
  refunds?: readonly RefundExtent[];
  /** Null selects payments with any token or none; an empty list selects nothing. */
  assets: readonly Caip19[] | null;
  /** Creation time: from inclusive, until exclusive. */
  from: Date | null;
  until: Date | null;
  /** A case-sensitive part of the reference. */
  reference: string | null;
  /**
   * Payments with this id, transaction, buyer, or part of a buyer's address or of a reference; left out or
   * null selects all of them.
   */
  search?: PaymentSearch | null;
};

/** Selects all payments of a partner. */
export function everyPayment(partnerId: PartnerId): PaymentFilter {
  return { partnerId, merchantIds: [], statuses: [], assets: null, from: null, until: null, reference: null };
}

export type PaymentSort = { by: "date" | "amount"; direction: "asc" | "desc" };

/**
 * Returns the assets of a mode with any of these symbols on any of these chains; null when both lists are empty.
 * @param symbols token symbols or CAIP-19 assets; an unknown one matches nothing.
 */
export function matchAssets(
  mode: AccountMode,
  symbols: readonly string[],
  chainIds: readonly number[],
): Caip19[] | null {
  if (symbols.length === 0 && chainIds.length === 0) return null;
  const wanted = new Set(symbols.map((symbol) => findToken(symbol) ?? symbol.toUpperCase()));
  return tokensOf(mode)
    .filter((token) => wanted.size === 0 || wanted.has(token) || wanted.has(token.symbol.toUpperCase()))
    .filter(({ chainId }) => chainIds.length === 0 || chainIds.includes(chainId))
    .map(assetOf);
}
