import { findChain, isEnabled } from "#lib/chain/chains.ts";
import { type Token, tokensOf, tokensOfChain } from "#lib/chain/tokens.ts";
import type { AccountMode } from "#lib/core/account-mode.ts";
import type { Address } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { listOwnAddresses, type OwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";

/** A network with tokens that a merchant can receive. */
export type SettlementNetwork = {
  chainId: number;
  name: string;
  explorerUrl: string | null;
  /** False when no node is configured for the chain: it then takes no payments and has no payouts. */
  isEnabled: boolean;
  tokens: Token[];
  /** This installation's relayer wallets and payment routers, none of which is the merchant's. */
  ownAddresses: Address[];
};

/**
 * Lists the networks of a mode with supported tokens, enabled ones first. Testnets that aren't enabled are left out. Runs one
 * statement.
 */
export async function listSettlementNetworks(mode: AccountMode): Promise<SettlementNetwork[]> {
  const own = await listOwnAddresses(database);
  const ids = new Set(tokensOf(mode).map(({ chainId }) => chainId));
  const networks = [...ids].map((chainId) => describeNetwork(chainId, own));
  const listed = networks.filter(({ isEnabled: has }) => has || mode === "live");
  return listed.sort((a, b) => Number(b.isEnabled) - Number(a.isEnabled));
}

function describeNetwork(chainId: number, own: OwnAddresses): SettlementNetwork {
  const chain = findChain(chainId);
  if (chain === null) throw new Error(`tokens are registered for the unknown chain ${chainId}`);
  const { name, explorerUrl } = chain;
  const ownAddresses = [...(own.get(chainId) ?? [])];
  return { chainId, name, explorerUrl, isEnabled: isEnabled(chainId), tokens: tokensOfChain(chainId), ownAddresses };
}
