import { generateKeyPairSync, sign } from "node:crypto";

/** A server's certificate and its key, in PEM. */
export type Certificate = { cert: string; key: string };

/** Creates a self-signed certificate for these host names; a client that trusts it needs no other authority. */
export function createCertificate(hosts: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from("Till test")))));
  const validity = sequence(utcTime("200101000000Z"), utcTime("491231235959Z"));
  const names = sequence(...hosts.map((host) => tagged(0x82, Buffer.from(host))));
  const extension = sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, names));
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    ...[name, validity, name],
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(extension)),
  );
  const signature = tagged(0x03, Buffer.of(0), sign("sha256", toBeSigned, privateKey));
  const base64 = sequence(toBeSigned, ecdsaWithSha256, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

/** Encodes DER: a tag, the length of the content, and the content. */
function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

function sequence(...contents: Buffer[]): Buffer {
  return tagged(0x30, ...contents);
}

function oid(...bytes: number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

/** The year in two digits: 00 to 49 are in this century. */
function utcTime(text: string): Buffer {
  return tagged(0x17, Buffer.from(text));
}
