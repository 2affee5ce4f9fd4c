import { privateKeyToAddress } from "viem/accounts";
import { awsKmsSigner, readAwsKmsAddress } from "#lib/chain/signers/aws-kms.ts";
import { checkedSigner } from "#lib/chain/signers/checked-signer.ts";
import { localSigner } from "#lib/chain/signers/digest-signer.ts";
import { googleKmsSigner, readGoogleKmsAddress } from "#lib/chain/signers/google-kms.ts";
import { remoteSigner } from "#lib/chain/signers/remote-signer.ts";
import type { Signer } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";
import { env } from "#lib/env/env.ts";
import type { RelayerKey } from "#lib/env/relayer-keys.ts";

let signers: ReadonlyMap<Address, Signer> | undefined;

/**
 * Opens the signers of `RELAYER_PRIVATE_KEY` and `RELAYER_KEYS`: asks the key services for the addresses that
 * the entries don't name. Without such entries, nothing is asked.
 * @throws Error when a service doesn't answer, or two entries have one address.
 */
export async function openSigners(): Promise<void> {
  signers = byAddress(await Promise.all(listKeys().map(async (key) => toSigner(key, await readAddress(key)))));
}

/** Returns the wallets that this process signs for. @throws Error when it has none, or needs {@link openSigners} first. */
export function ownWallets(): Address[] {
  const own = [...readSigners().keys()];
  if (own.length === 0) throw new Error("neither RELAYER_PRIVATE_KEY nor RELAYER_KEYS is set");
  return own;
}

/** Returns a wallet's signer. @throws Error for a wallet that this process has no key of. */
export function signerOf(wallet: Address): Signer {
  const signer = readSigners().get(wallet);
  if (signer === undefined) throw new Error(`there is no key for ${wallet}`);
  return signer;
}

function readSigners(): ReadonlyMap<Address, Signer> {
  signers ??= byAddress(listKeys().map((key) => toSigner(key, key.address)));
  return signers;
}

type AddressedKey = RelayerKey & { address: Address | null };

/** All keys; a local one has its address in itself. */
function listKeys(): AddressedKey[] {
  const local = (env().RELAYER_PRIVATE_KEY ?? []).map((privateKey) => ({ kind: "local", privateKey }) as const);
  return [...local, ...(env().RELAYER_KEYS ?? [])].map((key) =>
    key.kind === "local" ? { ...key, address: privateKeyToAddress(key.privateKey) } : key,
  );
}

async function readAddress(key: AddressedKey): Promise<Address | null> {
  if (key.address !== null) return key.address;
  if (key.kind === "aws-kms") return readAwsKmsAddress(key.keyId);
  return key.kind === "gcp-kms" ? readGoogleKmsAddress(key.name) : null;
}

function toSigner(key: RelayerKey, address: Address | null): Signer {
  if (key.kind === "local") return localSigner(key.privateKey);
  if (address === null) throw new Error("the signers aren't open yet");
  switch (key.kind) {
    case "aws-kms":
      return checkedSigner(awsKmsSigner(key.keyId, address));
    case "gcp-kms":
      return checkedSigner(googleKmsSigner(key.name, address));
    case "remote":
      return checkedSigner(remoteSigner(key.url, address));
  }
}

function byAddress(all: readonly Signer[]): ReadonlyMap<Address, Signer> {
  const found = new Map(all.map((signer) => [signer.address, signer]));
  if (found.size < all.length) throw new Error("two entries of RELAYER_PRIVATE_KEY and RELAYER_KEYS have one address");
  return found;
}
