import type { Hex, TransactionSerializable, TypedDataDefinition } from "viem";
import type { Address } from "#lib/core/caip.ts";

/** Signs for one wallet, with a key in this process or elsewhere. What it returns is checked: see `checkedSigner`. */
export type Signer = {
  address: Address;
  /** True for a key outside this process: it answers late or not at all, and not always what was asked. */
  isRemote: boolean;
  /** Returns the serialized, signed transaction. @throws Error when there is no signature. */
  signTransaction(transaction: TransactionSerializable): Promise<Hex>;
  /** Returns the EIP-712 signature: r, s and v, 65 bytes. @throws Error when there is no signature. */
  signTypedData(data: TypedDataDefinition): Promise<Hex>;
};

/** The longest that a signature may take. */
export const signTimeoutMs = 5_000;

/** The longest that a key service may take to name a key's account, for which only the start of a process waits. */
export const addressTimeoutMs = 30_000;

/** A signer returned something other than the signature that it was asked for. Its answer must not be used. */
export class WrongSignature extends Error {
  override readonly name = "WrongSignature";
}
