import { findChain, isEnabled } from "#lib/chain/chains.ts";
import { listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { chainIds, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";

/** Where money can be settled to. */
export type SettlementNetwork = {
  chainId: number;
  name: string;
  explorerUrl: string;
  /** False for one that this installation has no node of: nothing is paid there, so nothing is settled. */
  isEnabled: boolean;
  tokens: Token[];
  /** Wallets of our own, where payments are collected: money that is settled there has not left. */
  treasuries: Address[];
};

/** The networks with supported tokens, those first that are enabled. One statement for each enabled one. */
export async function listNetworks(): Promise<SettlementNetwork[]> {
  const networks = await Promise.all(chainIds.map(describe));
  return networks.sort((a, b) => Number(b.isEnabled) - Number(a.isEnabled));
}

async function describe(chainId: number): Promise<SettlementNetwork> {
  const chain = findChain(chainId);
  if (chain === null) throw new Error(`there are tokens on the unknown chain ${chainId}`);
  const { name, explorerUrl } = chain;
  const isOn = isEnabled(chainId);
  const wallets = isOn ? await listWallets(database, chainId) : [];
  const treasuries = wallets.map(({ address }) => address);
  return { chainId, name, explorerUrl, isEnabled: isOn, tokens: tokensOfChain(chainId), treasuries };
}
