import { serviceSigner } from "#lib/chain/signers/digest-signer.ts";
import { addressOfPublicKey } from "#lib/chain/signers/public-key.ts";
import { addressTimeoutMs, type Signer, signTimeoutMs } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";
import { env } from "#lib/env/env.ts";

type Request = { url: string; method: "GET" | "POST"; data?: object };
type Ask = <T>(request: Request, timeoutMs: number) => Promise<T>;

/**
 * Creates the signer of a key version of Google Cloud KMS (`EC_SIGN_SECP256K1_SHA256`). Credentials are the application's default
 * ones, read by an optional dependency that is loaded when it is first needed.
 * @param name `projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/…`.
 */
export function googleKmsSigner(name: string, address: Address): Signer {
  return serviceSigner(address, async (digest) => {
    const ask = await connect();
    const data = { digest: { sha256: Buffer.from(digest).toString("base64") } };
    const request = { url: `${urlOf(name)}:asymmetricSign`, method: "POST", data } as const;
    const { signature } = await ask<{ signature?: string }>(request, signTimeoutMs);
    if (signature === undefined) throw new Error("Google Cloud KMS answered without a signature");
    return Buffer.from(signature, "base64");
  });
}

/** Asks Google Cloud KMS for a key's account. @throws Error when the package isn't installed, or the service doesn't answer. */
export async function readGoogleKmsAddress(name: string): Promise<Address> {
  const ask = await connect();
  const { pem } = await ask<{ pem?: string }>({ url: `${urlOf(name)}/publicKey`, method: "GET" }, addressTimeoutMs);
  if (pem === undefined) throw new Error("Google Cloud KMS answered without a public key");
  return addressOfPublicKey(pem);
}

let connected: Promise<Ask> | undefined;

/** All keys share one connection, so the first signature doesn't wait for credentials that the addresses were read with. */
function connect(): Promise<Ask> {
  connected ??= openConnection();
  return connected;
}

async function openConnection(): Promise<Ask> {
  const { GoogleAuth } = await import("google-auth-library");
  const auth = new GoogleAuth({ scopes: ["https://www.googleapis.com/auth/cloudkms"] });
  return async <T>(request: Request, timeoutMs: number) =>
    (await auth.request<T>({ ...request, signal: AbortSignal.timeout(timeoutMs) })).data;
}

function urlOf(name: string): string {
  return `${env().GOOGLE_KMS_URL}/v1/${name}`;
}
