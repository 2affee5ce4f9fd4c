import { serviceSigner } from "#lib/chain/signers/digest-signer.ts";
import { addressOfPublicKey } from "#lib/chain/signers/public-key.ts";
import { addressTimeoutMs, type Signer, signTimeoutMs } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";

/**
 * Creates the signer of a key of AWS KMS (`ECC_SECG_P256K1`). Credentials come from the usual places of the AWS SDK, an optional
 * dependency that is loaded with the first signature.
 * @param keyId the ARN of the key or of an alias.
 */
export function awsKmsSigner(keyId: string, address: Address): Signer {
  let connection: Awaited<ReturnType<typeof connect>> | undefined;
  return serviceSigner(address, async (digest) => {
    connection ??= await connect(keyId);
    const { client, SignCommand } = connection;
    const request = {
      KeyId: keyId,
      Message: digest,
      MessageType: "DIGEST",
      SigningAlgorithm: "ECDSA_SHA_256",
    } as const;
    const { Signature } = await client.send(new SignCommand(request), within(signTimeoutMs));
    if (Signature === undefined) throw new Error("AWS KMS answered without a signature");
    return Signature;
  });
}

/** Asks AWS KMS for a key's account. @throws Error when the SDK isn't installed, or the service doesn't answer. */
export async function readAwsKmsAddress(keyId: string): Promise<Address> {
  const { client, GetPublicKeyCommand } = await connect(keyId);
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }), within(addressTimeoutMs));
  if (PublicKey === undefined) throw new Error("AWS KMS answered without a public key");
  return addressOfPublicKey({ key: Buffer.from(PublicKey), format: "der", type: "spki" });
}

async function connect(keyId: string) {
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import("@aws-sdk/client-kms");
  const region = keyId.split(":")[3];
  return { client: new KMSClient(region === undefined ? {} : { region }), GetPublicKeyCommand, SignCommand };
}

function within(timeoutMs: number) {
  return { abortSignal: AbortSignal.timeout(timeoutMs) };
}
