import pLimit from "p-limit";
import {
  type Hex,
  hashTypedData,
  isHex,
  keccak256,
  parseSignature,
  parseTransaction,
  type Signature,
  serializeSignature,
  serializeTransaction,
  type TransactionSerializable,
} from "viem";
import { type RecoverableSignature, requireSignatureOf } from "#lib/chain/signers/ecdsa.ts";
import { type Signer, signTimeoutMs, WrongSignature } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";
import { withinTimeout } from "#lib/core/within-timeout.ts";

/** Signatures that one signer is asked for at once. */
const atOnce = 16;

/**
 * Wraps a signer outside this process, which isn't trusted: it is asked for a few signatures at once, each
 * with a timeout, and its answer is used only if it is the wallet's signature of exactly what was asked for.
 */
export function checkedSigner(signer: Signer): Signer {
  const limit = pLimit(atOnce);
  const { address, isRemote } = signer;
  return {
    address,
    isRemote,
    async signTransaction(transaction) {
      const raw = await limit(() => inTime(signer.signTransaction(transaction)));
      return requireSigned(raw, transaction, address);
    },
    async signTypedData(data) {
      const signature = await limit(() => inTime(signer.signTypedData(data)));
      const parts = readParts(() => parseSignature(signature));
      requireSignatureOf(address, hashTypedData(data), parts);
      return serializeSignature(parts);
    },
  };
}

/**
 * Returns a signed transaction that a signer has returned, provided that it is the requested one: serialized
 * anew from the requested fields and the returned signature, it has the same bytes, and the signature is the
 * wallet's.
 * @throws WrongSignature for anything else.
 */
function requireSigned(raw: Hex, asked: TransactionSerializable, wallet: Address): Hex {
  const parts = readParts(() => parseTransaction(raw) as Signature);
  const { r, s, yParity } = parts;
  const expected = serializeTransaction(asked, { r, s, yParity, v: BigInt(27 + yParity) });
  if (expected !== raw.toLowerCase()) throw new WrongSignature("the signed transaction differs from the requested one");
  requireSignatureOf(wallet, keccak256(serializeTransaction(asked)), parts);
  return expected;
}

/** Reads a signature whose parity may be written as 0 or 1, 27 or 28, or with a chain id. */
function readParts(read: () => Signature): RecoverableSignature {
  try {
    const { r, s, yParity } = read();
    if (isHex(r) && isHex(s) && (yParity === 0 || yParity === 1)) return { r, s, yParity };
  } catch (error) {
    throw new WrongSignature("the signer's answer can't be read", { cause: error });
  }
  throw new WrongSignature("the signer's answer has no signature");
}

/** A signature that comes later is ignored: nothing was stored, and the next one is of the same content. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return withinTimeout(work, signTimeoutMs, `the signer did not answer within ${signTimeoutMs} ms`);
}
