import { isEnabled } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import type { Caip10 } from "#lib/core/caip.ts";
import { presentAccount } from "#lib/dashboard/present/chain.ts";
import type { MerchantSummary } from "#lib/domain/merchants/list-merchant-summaries.ts";
import type { Merchant, RequestedDestination } from "#lib/domain/merchants/merchant.ts";
import type { SettlementNetwork } from "#lib/domain/merchants/settlement-destinations/list-settlement-networks.ts";

/**
 * Presents a merchant for lists and its own page. The logo is the path of our copy, because pages load from no other
 * host.
 */
export function presentMerchantSummary(merchant: Merchant, look: MerchantSummary | undefined) {
  const { createdAt, updatedAt, ...record } = merchant;
  return {
    ...record,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    logo: look === undefined || look.logoHash === null ? null : `/logos/${look.logoHash}`,
    destinations: look?.destinations ?? 0,
  };
}

/** Presents a settlement destination with the names of its token and network. */
export function presentDestination({ id, asset, destination, pending }: RequestedDestination) {
  const token = findToken(asset);
  if (token === null) throw new Error(`settlement ${id} is unreadable`);
  return {
    id,
    asset,
    destination,
    chainId: token.chainId,
    symbol: token.symbol,
    account: presentAccount(destination),
    isEnabled: isEnabled(token.chainId),
    pending: pending === null ? null : presentPending(destination, pending),
  };
}

function presentPending(current: Caip10, { destination, takesEffectAt }: NonNullable<RequestedDestination["pending"]>) {
  return {
    destination,
    account: presentAccount(destination),
    /** True when the destination is the first one for its token. */
    isNew: destination === current,
    takesEffectAt: takesEffectAt.toISOString(),
  };
}

/** Presents a network for the editor of settlement destinations. */
export function presentNetwork({ chainId, name, isEnabled: isOn, tokens, ownAddresses }: SettlementNetwork) {
  return {
    chainId,
    name,
    isEnabled: isOn,
    ownAddresses,
    tokens: tokens.map(({ address, symbol, name: tokenName }) => ({
      asset: `eip155:${chainId}/erc20:${address}`,
      address,
      symbol,
      name: tokenName,
    })),
  };
}
