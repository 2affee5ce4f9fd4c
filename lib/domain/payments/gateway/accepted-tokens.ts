import { enabledChainIds, getChain } from "#lib/chain/chains.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Unit } from "#lib/core/money.ts";

/** Where and with what a payment can be paid, as far as it does not depend on who pays. */
export type Accepted = {
  networks: { id: number; name: string; explorerUrl: string }[];
  /** Names of networks and symbols of tokens, each once; one of each, where the price is in a token. */
  accepted: { networks: string[]; symbols: string[] };
};

/** The enabled chains, and what a price in this unit may be paid with there. */
export function acceptedTokens(unit: Unit): Accepted {
  const chains = enabledChainIds().map(getChain);
  const tokens = chains.flatMap(({ id }) => tokensOfChain(id));
  const asked = unit.kind === "token" ? tokens.filter((token) => assetOf(token) === unit.asset) : tokens;
  const names = chains.filter(({ id }) => asked.some(({ chainId }) => chainId === id)).map(({ name }) => name);
  return {
    networks: chains.map(({ id, name, explorerUrl }) => ({ id, name, explorerUrl })),
    accepted: { networks: names, symbols: [...new Set(asked.map(({ symbol }) => symbol))] },
  };
}
