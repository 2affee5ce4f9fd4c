import { createPublicKey, type PublicKeyInput } from "node:crypto";
import { bytesToHex } from "viem";
import { publicKeyToAddress } from "viem/utils";
import type { Address } from "#lib/core/caip.ts";

/** Returns the account of a public key in SPKI format. @throws Error for a key that isn't on secp256k1. */
export function addressOfPublicKey(spki: string | PublicKeyInput): Address {
  const { crv, x, y } = createPublicKey(spki).export({ format: "jwk" });
  if (crv !== "secp256k1" || x === undefined || y === undefined) {
    throw new Error(`the key is on ${crv ?? "another curve"}, not on secp256k1, so it can't sign transactions`);
  }
  const point = [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return publicKeyToAddress(bytesToHex(Buffer.concat(point)));
}
