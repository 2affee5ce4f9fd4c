import { findChain, isEnabled } from "#lib/chain/chains.ts";
import { listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { chainIds, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";

/** A network with tokens that a merchant can receive. */
export type SettlementNetwork = {
  chainId: number;
  name: string;
  explorerUrl: string;
  /** False when no node is configured for the chain: it then takes no payments and has no payouts. */
  isEnabled: boolean;
  tokens: Token[];
  /** This installation's own wallets, which collect payments: money sent to one of them hasn't left. */
  treasuries: Address[];
};

/** Lists the networks with supported tokens, enabled ones first. Runs one statement for each enabled network. */
export async function listSettlementNetworks(): Promise<SettlementNetwork[]> {
  const networks = await Promise.all(chainIds.map(describeNetwork));
  return networks.sort((a, b) => Number(b.isEnabled) - Number(a.isEnabled));
}

async function describeNetwork(chainId: number): Promise<SettlementNetwork> {
  const chain = findChain(chainId);
  if (chain === null) throw new Error(`tokens are registered for the unknown chain ${chainId}`);
  const { name, explorerUrl } = chain;
  const isOn = isEnabled(chainId);
  const wallets = isOn ? await listWallets(database, chainId) : [];
  const treasuries = wallets.map(({ address }) => address);
  return { chainId, name, explorerUrl, isEnabled: isOn, tokens: tokensOfChain(chainId), treasuries };
}
