import { getAddress, isAddress } from "viem";

declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** An EIP-55 checksummed address of 20 bytes. */
export type Address = `0x${string}`;
/** CAIP-2 chain id of the `eip155` namespace, such as `eip155:8453`. */
export type Caip2 = Brand<string, "Caip2">;
/** CAIP-10 account, `eip155:<chain id>:<EIP-55 address>`. */
export type Caip10 = Brand<string, "Caip10">;
/** CAIP-19 asset, `eip155:<chain id>/erc20:<EIP-55 address>`. */
export type Caip19 = Brand<string, "Caip19">;

/** An account on one chain. */
export type ChainAccount = { chainId: number; address: Address };
/** An ERC-20 token on one chain. */
export type Asset = { chainId: number; address: Address };

const chainIdPattern = "[1-9][0-9]{0,15}";
const addressPattern = "0x[0-9a-fA-F]{40}";
const caip2 = new RegExp(`^eip155:(${chainIdPattern})$`);
const caip10 = new RegExp(`^eip155:(${chainIdPattern}):(${addressPattern})$`);
const caip19 = new RegExp(`^eip155:(${chainIdPattern})/erc20:(${addressPattern})$`);

/**
 * Parses an address in any letter case; mixed case must have the correct EIP-55 checksum.
 * @returns the checksummed address, or null when it is malformed or its checksum is wrong.
 */
export function parseAddress(text: string): Address | null {
  if (!isAddress(text, { strict: false })) return null;
  const digits = text.slice(2);
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  const checksummed = getAddress(text);
  return isMixedCase && checksummed !== text ? null : checksummed;
}

function parsePair(pattern: RegExp, text: string): { chainId: number; address: Address } | null {
  const [, chainId, raw] = pattern.exec(text) ?? [];
  if (chainId === undefined || raw === undefined) return null;
  const address = parseAddress(raw);
  const id = toChainId(chainId);
  return address === null || id === null ? null : { chainId: id, address };
}

/** Null beyond 2^53 - 1, where a number would name another chain. */
function toChainId(digits: string): number | null {
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : null;
}

/** Parses a CAIP-2 id of the `eip155` namespace; null when malformed or above 2^53 - 1. */
export function parseCaip2(text: string): number | null {
  const chainId = caip2.exec(text)?.[1];
  return chainId === undefined ? null : toChainId(chainId);
}

/** Parses a CAIP-10 account of the `eip155` namespace; null when malformed or with a wrong checksum. */
export function parseCaip10(text: string): ChainAccount | null {
  return parsePair(caip10, text);
}

/** Parses a CAIP-19 ERC-20 asset of the `eip155` namespace; null when malformed or with a wrong checksum. */
export function parseCaip19(text: string): Asset | null {
  return parsePair(caip19, text);
}

/** Formats a CAIP-2 chain id. */
export function toCaip2(chainId: number): Caip2 {
  return `eip155:${chainId}` as Caip2;
}

/** Returns the chain of a well-formed CAIP-19 asset. @throws Error for any other text. */
export function chainIdOf(asset: Caip19): number {
  const parsed = parseCaip19(asset);
  if (parsed === null) throw new Error(`${asset} is not an asset`);
  return parsed.chainId;
}

/** Formats a CAIP-10 account; the address must be checksummed. */
export function toCaip10({ chainId, address }: ChainAccount): Caip10 {
  return `eip155:${chainId}:${address}` as Caip10;
}

/** Formats a CAIP-19 ERC-20 asset; the address must be checksummed. */
export function toCaip19({ chainId, address }: Asset): Caip19 {
  return `eip155:${chainId}/erc20:${address}` as Caip19;
}

// CAIP-10 has no underscore in addresses, but those of TON and NEAR do, and wallets send them unchanged.
const anyAccount = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-_.%a-zA-Z0-9]{1,128}$/;
const anyEvmAccount = new RegExp(`^eip155:[-_a-zA-Z0-9]{1,32}:${addressPattern}$`);

/**
 * True for a well-formed CAIP-10 account of any namespace and chain. Checksums aren't checked: not every
 * chain has those of EIP-55.
 */
export function isCaip10(text: string): boolean {
  return (text.startsWith("eip155:") ? anyEvmAccount : anyAccount).test(text);
}
