import { enabledChainIds, getChain } from "#lib/chain/chains.ts";
import { assetOf, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { database } from "#lib/db/pool.ts";
import { readSettlementTerms, type SettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";

/** The enabled networks, and whether any token can pay the payment, before the buyer's accounts are known. */
export type Accepted = {
  networks: { id: number; name: string; explorerUrl: string }[];
  isPayable: boolean;
};

/**
 * Returns the enabled chains, and whether a payment's price and its merchant allow any token on them. None is allowed while a
 * merchant that offers only settleable tokens has no settlement destination for any of them.
 */
export async function findAccepted(payment: Payment): Promise<Accepted> {
  const allowed = allowedTokens(payment, await readSettlementTerms(database, payment.merchantId));
  const networks = enabledChainIds().map(getChain);
  return {
    networks: networks.map(({ id, name, explorerUrl }) => ({ id, name, explorerUrl })),
    isPayable: allowed.length > 0,
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
