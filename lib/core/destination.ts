import { type Address, parseAddress } from "#lib/core/caip.ts";

/** Uniswap's Permit2, at this address on every chain. It forwards what it is signed for, and can't send what it is sent. */
const permit2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const zeroAddress = "0x0000000000000000000000000000000000000000";

/** A reason not to send money to an address. */
type Reason = "zero" | "token" | "permit2";

/** The rule that an address breaks, as a predicate of its field. */
export const destinationRules: Readonly<Record<Reason, string>> = {
  zero: "must not be the zero address",
  token: "must not be a token contract: tokens sent to it are lost",
  permit2: "must not be the Permit2 contract: tokens sent to it are lost",
};

/**
 * Returns why an address must not receive money, or null when it may.
 * @param tokenContracts the token contracts of the chain: tokens sent to one are usually lost.
 */
export function reasonAgainst(address: Address, tokenContracts: readonly Address[]): Reason | null {
  if (address === zeroAddress) return "zero";
  if (address === permit2) return "permit2";
  return tokenContracts.includes(address) ? "token" : null;
}

/** The content of an address field. */
export type TypedAddress =
  | { kind: "empty" | "malformed" | "wrong-checksum" }
  | {
      kind: "address";
      address: Address;
      /** The chain of a CAIP-10 account; null for a bare address. */
      chainId: number | null;
      /** False for an address in a single letter case, in which typing errors go unnoticed. */
      hasChecksum: boolean;
    };

const accountOrAddress = /^(?:eip155:([1-9][0-9]{0,9}):)?(0x[0-9a-fA-F]{40})$/;

/** Parses a typed or pasted address, bare or as CAIP-10; ignores surrounding spaces. */
export function readTypedAddress(text: string): TypedAddress {
  const typed = text.trim();
  if (typed === "") return { kind: "empty" };
  const [, chainId, raw] = accountOrAddress.exec(typed) ?? [];
  if (raw === undefined) return { kind: "malformed" };
  const address = parseAddress(raw);
  if (address === null) return { kind: "wrong-checksum" };
  // Mixed case is the checksum, which parseAddress has verified; an address without letters always equals it.
  return {
    kind: "address",
    address,
    chainId: chainId === undefined ? null : Number(chainId),
    hasChecksum: raw === address,
  };
}
