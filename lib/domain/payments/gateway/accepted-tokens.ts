import { enabledChainIds, getChain } from "#lib/chain/chains.ts";
import { findCollectionCost } from "#lib/chain/gas-price.ts";
import { assetOf, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { isTillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { readSettlementTerms, type SettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { quoteIn } from "#lib/domain/payments/gateway/quote.ts";
import { coversGas } from "#lib/domain/payments/minimum/minimum-payments.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** The networks and tokens that a payment can be paid with, before the buyer's accounts are known. */
export type Accepted = {
  networks: { id: number; name: string; explorerUrl: string }[];
  /** Network names and token symbols without duplicates; one of each when the price is in a token. */
  accepted: { networks: string[]; symbols: string[] };
};

/**
 * Returns the enabled chains, and the tokens on them that can pay a payment and that its merchant accepts: not those on a chain
 * whose gas it wouldn't cover, as far as that is known. None while a merchant that offers only settleable tokens has no
 * settlement destination for any of them.
 */
export async function findAcceptedTokens(payment: Payment, rates: RateSource): Promise<Accepted> {
  const chains = enabledChainIds().map(getChain);
  const priced = allowedTokens(payment, await readSettlementTerms(database, payment.merchantId));
  const tooSmall = await Promise.all(priced.map((token) => isKnownTooSmall(payment, token, rates)));
  const affordable = priced.filter((_, index) => !tooSmall[index]);
  // All of them are too small only after gas has become dearer, for a while.
  const usable = affordable.length > 0 ? affordable : priced;
  const names = chains.filter(({ id }) => usable.some(({ chainId }) => chainId === id)).map(({ name }) => name);
  return {
    networks: chains.map(({ id, name, explorerUrl }) => ({ id, name, explorerUrl })),
    accepted: { networks: names, symbols: [...new Set(usable.map(({ symbol }) => symbol))] },
  };
}

/** The tokens of the enabled chains that a payment's price and its merchant allow. */
export function allowedTokens(
  { amount: { unit } }: Pick<Payment, "amount">,
  { destinations, onlySettleable }: SettlementTerms,
): Token[] {
  return enabledChainIds()
    .flatMap(tokensOfChain)
    .filter((token) => {
      const asset = assetOf(token);
      return (unit.kind !== "token" || asset === unit.asset) && (!onlySettleable || destinations.has(asset));
    });
}

async function isKnownTooSmall(payment: Payment, token: Token, rates: RateSource): Promise<boolean> {
  if ((await findCollectionCost(token.chainId)) === null) return false;
  const quote = await quoteIn(rates, payment, { token }).catch((error: unknown) => {
    if (isTillError(error)) return null;
    throw error;
  });
  return quote !== null && !(await coversGas(payment, quote, rates));
}
