import { findChain, isEnabled } from "#lib/chain/chains.ts";
import { listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { chainIds, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { env } from "#lib/env/env.ts";

/** A network with tokens that a merchant can receive. */
export type SettlementNetwork = {
  chainId: number;
  name: string;
  explorerUrl: string;
  /** False when no node is configured for the chain: it then takes no payments and has no payouts. */
  isEnabled: boolean;
  tokens: Token[];
  /** This installation's relayer wallets, treasury, fee recipient and payment routers, none of which is the merchant's. */
  ownAddresses: Address[];
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
  const ownAddresses = isOn ? await listOwnAddresses(chainId) : [];
  return { chainId, name, explorerUrl, isEnabled: isOn, tokens: tokensOfChain(chainId), ownAddresses };
}

async function listOwnAddresses(chainId: number): Promise<Address[]> {
  const wallets = await listWallets(database, chainId);
  const configured = [env().treasuries, env().feeRecipients].flatMap((byChain) => byChain.get(chainId) ?? []);
  return [...new Set([...wallets.map(({ address }) => address), ...configured, ...knownRouters(chainId)])];
}
