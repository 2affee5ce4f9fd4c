import { expect, test } from "vitest";
import { relayerKey } from "#lib/env/relayer-keys.ts";

const address = "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d";
const arn = "arn:aws:kms:eu-west-1:111122223333:key/0987dcba-09fe-87dc-65ba-ab0987654321";
const version = "projects/p/locations/global/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1";

test.each([
  [`local:0x${"5a".repeat(32)}`, { kind: "local", privateKey: `0x${"5a".repeat(32)}` }],
  [`aws-kms:${arn}`, { kind: "aws-kms", keyId: arn, address: null }],
  [`aws-kms:${arn}#${address}`, { kind: "aws-kms", keyId: arn, address }],
  [`gcp-kms:${version}#${address.toLowerCase()}`, { kind: "gcp-kms", name: version, address }],
  [
    `https://signer.internal/{chainId}#${address}`,
    { kind: "remote", url: "https://signer.internal/{chainId}", address },
  ],
])("the key %s is read", (text, expected) => {
  expect(relayerKey.parse(text)).toEqual(expected);
});

test.each([
  ["local:0x1234"],
  [`0x${"5a".repeat(32)}`],
  ["aws-kms:alias/relayer"],
  [`aws-kms:${arn}#0x1234`],
  ["gcp-kms:projects/p/locations/global/keyRings/r/cryptoKeys/k"],
  ["https://signer.internal/"],
  [`ftp://signer.internal/#${address}`],
  [`https://signer.internal/#${address.replace("8AC7", "8aC7")}`],
])("the key %s is refused, and the error doesn't repeat it", (text) => {
  const { success, error } = relayerKey.safeParse(text);
  expect(success).toBe(false);
  expect(JSON.stringify(error)).not.toContain(text.slice(10));
});
