import { type Address, parseAddress } from "#lib/core/caip.ts";

const zeroAddress = "0x0000000000000000000000000000000000000000";

/**
 * Why money must not be sent to an address, or null.
 * @param tokenContracts of the address' chain: most tokens keep what is sent to a contract of theirs for ever.
 */
export function reasonAgainst(address: Address, tokenContracts: readonly Address[]): "zero" | "token" | null {
  if (address === zeroAddress) return "zero";
  return tokenContracts.includes(address) ? "token" : null;
}

/** What somebody has typed where an address belongs. */
export type TypedAddress =
  | { kind: "empty" | "malformed" | "wrong-checksum" }
  | {
      kind: "address";
      address: Address;
      /** The chain that a CAIP-10 account names; null for a bare address. */
      chainId: number | null;
      /** False when it came in one letter case, so that a slip of the pen in it could not be noticed. */
      hasChecksum: boolean;
    };

const accountOrAddress = /^(?:eip155:([1-9][0-9]{0,9}):)?(0x[0-9a-fA-F]{40})$/;

/** Reads an address as it is typed or pasted: bare, or as CAIP-10; spaces around it do not matter. */
export function readTypedAddress(text: string): TypedAddress {
  const typed = text.trim();
  if (typed === "") return { kind: "empty" };
  const [, chainId, raw] = accountOrAddress.exec(typed) ?? [];
  if (raw === undefined) return { kind: "malformed" };
  const address = parseAddress(raw);
  if (address === null) return { kind: "wrong-checksum" };
  // Mixed case is the checksum, which parseAddress has compared; without any letters there is none to compare.
  return {
    kind: "address",
    address,
    chainId: chainId === undefined ? null : Number(chainId),
    hasChecksum: raw === address,
  };
}
