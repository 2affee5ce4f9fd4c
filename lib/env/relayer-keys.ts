import { z } from "zod";
import { type Address, parseAddress } from "#lib/core/caip.ts";

/** A relayer wallet's key, in this process or in a service that signs with it. Without `address`, the service is asked for it. */
export type RelayerKey =
  | { kind: "local"; privateKey: `0x${string}` }
  | { kind: "aws-kms"; keyId: string; address: Address | null }
  | { kind: "gcp-kms"; name: string; address: Address | null }
  | { kind: "remote"; url: string; address: Address };

const forms =
  "must be local:0x…, aws-kms:<key ARN>, gcp-kms:<key version>, or a URL, each but the first with #<address>, which a URL needs";

/** The order of secp256k1: a private key is below it, and above 0. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** True for 0x and 64 hexadecimal digits that are a private key: zero, for one, belongs to no account. */
export function isPrivateKey(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{64}$/.test(text) && BigInt(text) > 0n && BigInt(text) < curveOrder;
}

/** One entry of `RELAYER_KEYS`. Errors don't repeat it. */
export const relayerKey = z.string().transform((text, context): RelayerKey => {
  const key = readKey(text);
  if (key !== null) return key;
  context.addIssue({ code: "custom", message: forms });
  return z.NEVER;
});

function readKey(text: string): RelayerKey | null {
  const privateKey = text.startsWith("local:") ? text.slice("local:".length) : "";
  if (isPrivateKey(privateKey)) return { kind: "local", privateKey };
  const [place = "", fragment, ...more] = text.split("#");
  const address = fragment === undefined ? null : parseAddress(fragment);
  if (more.length > 0 || (fragment !== undefined && address === null)) return null;
  const [, keyId] = /^aws-kms:(arn:[\w-]+:kms:[\w-]+:\d+:(?:key|alias)\/[\w/-]+)$/.exec(place) ?? [];
  if (keyId !== undefined) return { kind: "aws-kms", keyId, address };
  const [, name] =
    /^gcp-kms:(projects\/[^/\s]+\/locations\/[^/\s]+\/keyRings\/[^/\s]+\/cryptoKeys\/[^/\s]+\/cryptoKeyVersions\/\d+)$/.exec(
      place,
    ) ?? [];
  if (name !== undefined) return { kind: "gcp-kms", name, address };
  const protocol = URL.parse(place)?.protocol;
  if (address === null || (protocol !== "http:" && protocol !== "https:")) return null;
  return { kind: "remote", url: place, address };
}
