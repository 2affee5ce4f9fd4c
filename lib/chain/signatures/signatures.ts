import secp256k1 from "secp256k1";
import { type Hex, hexToBytes, size, toHex } from "viem";
import { publicKeyToAddress } from "viem/utils";
import type { Address } from "#lib/core/caip.ts";

/** The order of secp256k1. A signature with s above half of it has an equivalent one below (EIP-2). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const halfOrder = order / 2n;
const compactSMask = (1n << 255n) - 1n;

/** An ECDSA signature in the one form that every token accepts: low s, v of 27 or 28. */
export type EcdsaSignature = { r: Hex; s: Hex; v: 27 | 28 };

/**
 * Parses a signature as wallets send it: 65 bytes with v of 27/28 or 0/1, or 64 bytes (EIP-2098). A high s is converted to
 * the equivalent low one.
 * @returns null when it is not a valid signature.
 */
export function parseSignature(signature: Hex): EcdsaSignature | null {
  const length = size(signature);
  if (length !== 64 && length !== 65) return null;
  const r = BigInt(signature.slice(0, 66));
  const tail = BigInt(`0x${signature.slice(66, 130)}`);
  const isCompact = length === 64;
  const s = isCompact ? tail & compactSMask : tail;
  const parity = isCompact ? Number(tail >> 255n) : parityOf(Number.parseInt(signature.slice(130), 16));
  if (parity === null || r === 0n || r >= order || s === 0n || s >= order) return null;
  const isHigh = s > halfOrder;
  const v = (isHigh ? 1 - parity : parity) === 0 ? 27 : 28;
  return { r: toHex(r, { size: 32 }), s: toHex(isHigh ? order - s : s, { size: 32 }), v };
}

function parityOf(v: number): 0 | 1 | null {
  if (v === 0 || v === 27) return 0;
  return v === 1 || v === 28 ? 1 : null;
}

/** Serializes a signature to 65 bytes: r, s, v. */
export function serializeSignature({ r, s, v }: EcdsaSignature): Hex {
  return `${r}${s.slice(2)}${v.toString(16)}` as Hex;
}

/**
 * Recovers the address that signed a 32-byte hash; null when no key can have made the signature. Uses native libsecp256k1
 * where the platform has a build, and the package's JavaScript elsewhere.
 */
export function recoverSigner(hash: Hex, { r, s, v }: EcdsaSignature): Address | null {
  const compact = hexToBytes(`${r}${s.slice(2)}` as Hex);
  try {
    const publicKey = secp256k1.ecdsaRecover(compact, v - 27, hexToBytes(hash), false);
    return publicKeyToAddress(toHex(publicKey));
  } catch {
    return null;
  }
}
