import { assetOf, findToken, tokens } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";

/** Which payments of a partner are meant. An empty list of merchants or statuses means all of them. */
export type PaymentFilter = {
  partnerId: PartnerId;
  merchantIds: readonly string[];
  statuses: readonly PaymentStatus[];
  /** Null means any or none; an empty list matches nothing. */
  assets: readonly Caip19[] | null;
  /** Creation time: from inclusive, until exclusive. */
  from: Date | null;
  until: Date | null;
  /** Part of the reference, letter case included. */
  reference: string | null;
};

export type PaymentSort = { by: "date" | "amount"; direction: "asc" | "desc" };

/**
 * The assets of which a payment's token must be one: of any of these symbols, and on any of these chains; null when
 * neither is asked for.
 * @param symbols token symbols or CAIP-19 assets; one that is not known matches nothing.
 */
export function matchAssets(symbols: readonly string[], chainIds: readonly number[]): Caip19[] | null {
  if (symbols.length === 0 && chainIds.length === 0) return null;
  const wanted = new Set(symbols.map((symbol) => findToken(symbol) ?? symbol.toUpperCase()));
  return tokens
    .filter((token) => wanted.size === 0 || wanted.has(token) || wanted.has(token.symbol.toUpperCase()))
    .filter(({ chainId }) => chainIds.length === 0 || chainIds.includes(chainId))
    .map(assetOf);
}
