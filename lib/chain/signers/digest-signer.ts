import { type Hex, hashTypedData, hexToBytes, keccak256, serializeSignature, serializeTransaction } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type RecoverableSignature, readDerSignature, signWithKey } from "#lib/chain/signers/ecdsa.ts";
import type { Signer } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";

/** Creates the signer of a key in this process. The same transaction always has the same signature and hash. */
export function localSigner(privateKey: Hex): Signer {
  const key = hexToBytes(privateKey);
  const address = privateKeyToAddress(privateKey);
  return digestSigner({ address, isRemote: false }, async (digest) => signWithKey(key, digest));
}

/**
 * Creates the signer of a key service that signs digests with ECDSA on secp256k1.
 * @param askService returns the DER signature of 32 bytes.
 */
export function serviceSigner(address: Address, askService: (digest: Uint8Array) => Promise<Uint8Array>): Signer {
  return digestSigner({ address, isRemote: true }, async (digest) =>
    readDerSignature(await askService(hexToBytes(digest)), digest, address),
  );
}

function digestSigner(
  key: Pick<Signer, "address" | "isRemote">,
  signDigest: (digest: Hex) => Promise<RecoverableSignature>,
): Signer {
  return {
    ...key,
    async signTransaction(transaction) {
      const { r, s, yParity } = await signDigest(keccak256(serializeTransaction(transaction)));
      return serializeTransaction(transaction, { r, s, yParity, v: BigInt(27 + yParity) });
    },
    async signTypedData(data) {
      return serializeSignature(await signDigest(hashTypedData(data)));
    },
  };
}
