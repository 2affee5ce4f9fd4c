import { assetOf, findToken, tokensOfChain } from "#lib/chain/tokens.ts";
import { type Asset, type Caip10, type Caip19, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { reasonAgainst } from "#lib/core/destination.ts";
import type { Issue } from "#lib/core/errors.ts";

export type SettlementEntry = { asset: Caip19; destination: Caip10 };
export type RawSettlementEntry = { asset: string; destination: string };

const messages = {
  zero: "must not be the zero address",
  token: "must not be the contract of a token: what is sent there is lost",
};

/**
 * Reads one entry of a registration (WIRE, Merchants): a supported token, and an account on its chain that can take
 * it. Addresses come out EIP-55 checksummed.
 * @param at dotted path of the entry, for the issues.
 */
export function parseSettlement(entry: RawSettlementEntry, at: string): SettlementEntry | Issue {
  const token = findToken(entry.asset.replace(/^caip19\//, ""));
  if (token === null) return { field: `${at}.asset`, message: "is not a supported token as CAIP-19" };
  const destination = parseDestination(token, entry.destination, `${at}.destination`);
  return typeof destination === "string" ? { asset: assetOf(token), destination } : destination;
}

/**
 * Reads where an asset's money shall go: an account on its chain that can take it, EIP-55 checksummed.
 * @param field dotted path, for the issue.
 */
export function parseDestination(asset: Asset, text: string, field: string): Caip10 | Issue {
  const destination = parseCaip10(text);
  if (destination === null) {
    return { field, message: "must be a CAIP-10 account such as eip155:8453:0x…, with a right EIP-55 checksum" };
  }
  if (destination.chainId !== asset.chainId) return { field, message: "must be on the chain of the asset" };
  if (destination.address === asset.address) return { field, message: "must not be the token itself" };
  const contracts = tokensOfChain(asset.chainId).map(({ address }) => address);
  const reason = reasonAgainst(destination.address, contracts);
  return reason === null ? toCaip10(destination) : { field, message: messages[reason] };
}
