import secp256k1 from "secp256k1";
import { bytesToHex, type Hex, hexToBytes } from "viem";
import { publicKeyToAddress } from "viem/utils";
import { WrongSignature } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";

/** A signature of 32 bytes with a low s, and the parity that recovers its key. */
export type RecoverableSignature = { r: Hex; s: Hex; yParity: 0 | 1 };

/** Signs 32 bytes deterministically (RFC 6979, low s). Uses native libsecp256k1 where the platform has a build. */
export function signWithKey(key: Uint8Array, digest: Hex): RecoverableSignature {
  const { signature, recid } = secp256k1.ecdsaSign(hexToBytes(digest), key);
  return toParts(signature, recid === 0 ? 0 : 1);
}

/**
 * Reads the signature that a key service has made of a digest: DER, with any s and without a parity.
 * @throws WrongSignature when it isn't a signature of that digest by the wallet.
 */
export function readDerSignature(der: Uint8Array, digest: Hex, wallet: Address): RecoverableSignature {
  const signature = normalize(() => secp256k1.signatureImport(der));
  const parity = ([0, 1] as const).find((each) => recoverAddress(digest, signature, each) === wallet);
  if (parity === undefined) throw new WrongSignature(`the signature isn't one by ${wallet} of what was to be signed`);
  return toParts(signature, parity);
}

/**
 * Checks that a signature of a digest is the wallet's and has a low s, as the chain requires.
 * @throws WrongSignature when it isn't, or hasn't.
 */
export function requireSignatureOf(wallet: Address, digest: Hex, { r, s, yParity }: RecoverableSignature): void {
  const signature = new Uint8Array([...hexToBytes(r, { size: 32 }), ...hexToBytes(s, { size: 32 })]);
  const low = normalize(() => signature);
  if (recoverAddress(digest, low, yParity) !== wallet || bytesToHex(low) !== bytesToHex(signature)) {
    throw new WrongSignature(`the signature isn't one by ${wallet} of what was to be signed`);
  }
}

/** Lowers a high s. @throws WrongSignature for bytes that are no signature. */
function normalize(read: () => Uint8Array): Uint8Array {
  try {
    return secp256k1.signatureNormalize(Uint8Array.from(read()));
  } catch (error) {
    throw new WrongSignature("the answer isn't an ECDSA signature", { cause: error });
  }
}

function recoverAddress(digest: Hex, signature: Uint8Array, parity: 0 | 1): Address | null {
  try {
    return publicKeyToAddress(bytesToHex(secp256k1.ecdsaRecover(signature, parity, hexToBytes(digest), false)));
  } catch {
    return null;
  }
}

function toParts(signature: Uint8Array, yParity: 0 | 1): RecoverableSignature {
  return { r: bytesToHex(signature.slice(0, 32)), s: bytesToHex(signature.slice(32)), yParity };
}
