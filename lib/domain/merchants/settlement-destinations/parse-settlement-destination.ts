import { assetOf, findToken, tokensOfChain } from "#lib/chain/tokens.ts";
import { type AccountMode, modeOfChain } from "#lib/core/account-mode.ts";
import { type Asset, type Caip10, type Caip19, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { destinationRules, reasonAgainst } from "#lib/core/destination.ts";
import type { Issue } from "#lib/core/errors.ts";
import type { OwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";

export type NewDestination = { asset: Caip19; destination: Caip10 };
export type RawDestination = { asset: string; destination: string };

const ownAddress =
  "must not be an address of this payment service (relayer wallet or payment router): money sent there doesn't reach the merchant; use one that the merchant controls";

/**
 * Parses one entry of a registration: a supported token of the merchant's mode, and an account on its chain that can
 * receive it. Addresses are returned EIP-55 checksummed.
 * @param at dotted path of the entry, for the issues.
 */
export function parseSettlementDestination(
  mode: AccountMode,
  entry: RawDestination,
  at: string,
  own: OwnAddresses,
): NewDestination | Issue {
  const token = findToken(entry.asset.replace(/^caip19\//, ""));
  if (token === null) return { field: `${at}.asset`, message: "must be the CAIP-19 id of a supported token" };
  if (modeOfChain(token.chainId) !== mode) return { field: `${at}.asset`, message: `must be a token of ${mode} mode` };
  const destination = parseDestinationAccount(token, entry.destination, `${at}.destination`, own);
  return typeof destination === "string" ? { asset: assetOf(token), destination } : destination;
}

/**
 * Parses the account that receives an asset: on the asset's chain, able to receive it, and none of our own.
 * @param field dotted path, for the issue.
 * @returns the account with an EIP-55 checksum, or the issue.
 */
export function parseDestinationAccount(asset: Asset, text: string, field: string, own: OwnAddresses): Caip10 | Issue {
  const destination = parseCaip10(text);
  if (destination === null) {
    return { field, message: "must be a CAIP-10 account such as eip155:8453:0x…, with a valid EIP-55 checksum" };
  }
  if (destination.chainId !== asset.chainId) return { field, message: "must be on the chain of the asset" };
  if (destination.address === asset.address) return { field, message: "must not be the token itself" };
  if (own.get(asset.chainId)?.has(destination.address)) return { field, message: ownAddress };
  const contracts = tokensOfChain(asset.chainId).map(({ address }) => address);
  const reason = reasonAgainst(destination.address, contracts);
  return reason === null ? toCaip10(destination) : { field, message: destinationRules[reason] };
}
