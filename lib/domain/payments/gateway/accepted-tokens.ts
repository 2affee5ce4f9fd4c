import { getChain, isSimulated, offeredChainIds } from "#lib/chain/chains.ts";
import { assetOf, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { type AccountMode, modeOf } from "#lib/core/account-mode.ts";
import { database } from "#lib/db/pool.ts";
import { readSettlementTerms, type SettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";

/** The networks of the payment's mode, and whether any token can pay the payment, before the buyer's accounts are known. */
export type Accepted = {
  networks: { id: number; name: string; explorerUrl: string | null }[];
  isPayable: boolean;
};

/**
 * Returns the chains that take the payment, and whether a payment's price and its merchant allow any token on
 * them. None is allowed while a merchant that offers only settleable tokens has no settlement destination for
 * any of them.
 */
export async function findAccepted(payment: Payment): Promise<Accepted> {
  const allowed = allowedTokens(payment, await readSettlementTerms(database, payment.merchantId));
  const networks = offeredChainIds(modeOf(payment.partnerId)).map(getChain);
  return {
    networks: networks.map(({ id, name, explorerUrl }) => ({ id, name, explorerUrl })),
    isPayable: allowed.length > 0,
  };
}

/**
 * The tokens of the chains of its mode that a payment's price and its merchant allow. On testnets all need a settlement destination: no
 * treasury holds test money, and no operator has to pay it out.
 */
export function allowedTokens(
  { partnerId, amount: { unit } }: Pick<Payment, "partnerId" | "amount">,
  { destinations, onlySettleable }: SettlementTerms,
): Token[] {
  const mode = modeOf(partnerId);
  return offeredChainIds(mode)
    .flatMap(tokensOfChain)
    .filter((token) => {
      const asset = assetOf(token);
      const mayBeHeld = !onlySettleable && isHeldOn(mode, token.chainId);
      return (unit.kind !== "token" || asset === unit.asset) && (mayBeHeld || destinations.has(asset));
    });
}

function isHeldOn(mode: AccountMode, chainId: number): boolean {
  return mode === "live" || isSimulated(chainId);
}
