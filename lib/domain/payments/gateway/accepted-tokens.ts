import { enabledChainIds, getChain } from "#lib/chain/chains.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Unit } from "#lib/core/money.ts";

/** The networks and tokens that a payment can be paid with, before the buyer's accounts are known. */
export type Accepted = {
  networks: { id: number; name: string; explorerUrl: string }[];
  /** Network names and token symbols without duplicates; one of each when the price is in a token. */
  accepted: { networks: string[]; symbols: string[] };
};

/** Returns the enabled chains and the tokens on them that can pay a price in this unit. */
export function acceptedTokens(unit: Unit): Accepted {
  const chains = enabledChainIds().map(getChain);
  const tokens = chains.flatMap(({ id }) => tokensOfChain(id));
  const usable = unit.kind === "token" ? tokens.filter((token) => assetOf(token) === unit.asset) : tokens;
  const names = chains.filter(({ id }) => usable.some(({ chainId }) => chainId === id)).map(({ name }) => name);
  return {
    networks: chains.map(({ id, name, explorerUrl }) => ({ id, name, explorerUrl })),
    accepted: { networks: names, symbols: [...new Set(usable.map(({ symbol }) => symbol))] },
  };
}
