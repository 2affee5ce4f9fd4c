import secp256k1 from "secp256k1";
import { bytesToHex, type Hex, hexToBytes, keccak256, serializeTransaction, type TransactionSerializable } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import type { Address } from "#lib/core/caip.ts";
import { env } from "#lib/env/env.ts";

let keys: ReadonlyMap<Address, Uint8Array> | undefined;

function walletKeys(): ReadonlyMap<Address, Uint8Array> {
  keys ??= new Map((env().RELAYER_PRIVATE_KEY ?? []).map((key) => [privateKeyToAddress(key), hexToBytes(key)]));
  return keys;
}

/** Returns the wallets whose keys this process has. @throws Error when it has none. */
export function ownWallets(): Address[] {
  const own = [...walletKeys().keys()];
  if (own.length === 0) throw new Error("RELAYER_PRIVATE_KEY is not set");
  return own;
}

/**
 * Signs a transaction with a wallet's key, deterministically (RFC 6979, low s), so that the same transaction always has the
 * same hash. Uses native libsecp256k1 where the platform has a build.
 * @throws Error for a wallet whose key this process lacks.
 */
export function signWith(wallet: Address, transaction: TransactionSerializable): { raw: Hex; hash: Hex } {
  const { r, s, v } = signDigest(wallet, keccak256(serializeTransaction(transaction)));
  const raw = serializeTransaction(transaction, { r, s, yParity: v - 27, v: BigInt(v) });
  return { raw, hash: keccak256(raw) };
}

/** Signs 32 bytes with a wallet's key, in the same way. @throws Error for a wallet whose key this process lacks. */
export function signDigest(wallet: Address, digest: Hex): { r: Hex; s: Hex; v: number } {
  const key = walletKeys().get(wallet);
  if (key === undefined) throw new Error(`there is no key for ${wallet}`);
  const { signature, recid } = secp256k1.ecdsaSign(hexToBytes(digest), key);
  return { r: bytesToHex(signature.slice(0, 32)), s: bytesToHex(signature.slice(32)), v: 27 + recid };
}
