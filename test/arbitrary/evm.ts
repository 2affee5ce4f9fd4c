import fc from "fast-check";
import { getAddress, type Hex, toHex } from "viem";
import type { Address } from "#lib/core/caip.ts";

/** The order of secp256k1: private keys, r and s are below it. */
export const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Any checksummed address. */
export const anyAddress: fc.Arbitrary<Address> = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(toHex(bytes)));

/** Any chain id that is a safe integer. */
export const anyChainId: fc.Arbitrary<number> = fc.maxSafeNat().filter((id) => id > 0);

/** Any 32 bytes. */
export const anyBytes32: fc.Arbitrary<Hex> = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => toHex(bytes));

/** Any private key of secp256k1. */
export const anyPrivateKey: fc.Arbitrary<Hex> = fc
  .bigInt({ min: 1n, max: order - 1n })
  .map((key) => toHex(key, { size: 32 }));

/** Any amount that fits NUMERIC(78,0). */
export const anyAmount: fc.Arbitrary<bigint> = fc.bigInt({ min: 0n, max: 10n ** 78n - 1n });

/** Any amount that a token can hold. */
export const anyUint256: fc.Arbitrary<bigint> = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
