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

/** The wallets whose keys this process has. @throws Error without any. */
export function ownWallets(): Address[] {
  const own = [...walletKeys().keys()];
  if (own.length === 0) throw new Error("RELAYER_PRIVATE_KEY is not set");
  return own;
}

/**
 * Signs a transaction with a wallet's key: deterministic (RFC 6979), low s, so that the same transaction has the same
 * hash every time. Native where the platform has a build of libsecp256k1.
 * @throws Error for a wallet whose key this process does not have.
 */
export function signWith(wallet: Address, transaction: TransactionSerializable): { raw: Hex; hash: Hex } {
  const key = walletKeys().get(wallet);
  if (key === undefined) throw new Error(`there is no key for ${wallet}`);
  const digest = hexToBytes(keccak256(serializeTransaction(transaction)));
  const { signature, recid } = secp256k1.ecdsaSign(digest, key);
  const [r, s] = [bytesToHex(signature.slice(0, 32)), bytesToHex(signature.slice(32))];
  const raw = serializeTransaction(transaction, { r, s, yParity: recid, v: BigInt(27 + recid) });
  return { raw, hash: keccak256(raw) };
}
