import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A wrong answer that an authenticator or a browser could give, or an attacker could make of one. */
export type Fault = Partial<{
  origin: string;
  rpId: string;
  type: string;
  challenge: string;
  isUserVerified: boolean;
  isUserPresent: boolean;
  signCount: number;
  userHandle: string | undefined;
  /** CBOR of an attestation statement, with its format. */
  attestation: { format: string; statement: Buffer };
}>;

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId: string };

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

/** Flags of authenticator data (WebAuthn, 6.1). */
const userPresent = 0x01;
const userVerified = 0x04;
const backupEligible = 0x08;
const backedUp = 0x10;
const hasCredential = 0x40;

/** A text in CBOR, of at most 23 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
/** A byte string of 24 to 255 bytes in CBOR. */
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);

/**
 * An authenticator in software with one passkey: an ES256 key and a counter. It signs every request, and a {@link Fault} makes
 * its answer wrong in one way.
 */
export function createAuthenticator({ origin = "https://till.example", isSynced = false, counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  let signCount = 0;
  let handle = base64url("not registered");

  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, fault: Fault, credential: Buffer = Buffer.alloc(0)) => {
    if (counts) signCount += 1;
    const flags =
      ((fault.isUserPresent ?? true) ? userPresent : 0) |
      ((fault.isUserVerified ?? true) ? userVerified : 0) |
      (isSynced ? backupEligible | backedUp : 0) |
      (credential.length > 0 ? hasCredential : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.signCount ?? signCount);
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), counter, credential]);
  };
  const identity = { id: base64url(credentialId), rawId: base64url(credentialId), type: "public-key" as const };

  return {
    credentialId,
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp, user }: CreationOptions, fault: Fault = {}) {
      handle = user.id;
      const coseKey = Buffer.concat([
        // Key type EC2, algorithm ES256, curve P-256; then the coordinates.
        Buffer.from("a5010203262001", "hex"),
        ...[Buffer.from([0x21]), bytes(Buffer.from(x, "base64url"))],
        ...[Buffer.from([0x22]), bytes(Buffer.from(y, "base64url"))],
      ]);
      const aaguid = Buffer.alloc(16);
      const credential = Buffer.concat([aaguid, Buffer.from([0, credentialId.length]), credentialId, coseKey]);
      const { format, statement } = fault.attestation ?? { format: "none", statement: Buffer.from([0xa0]) };
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text("fmt"), text(format), text("attStmt"), statement],
        ...[text("authData"), bytes(authenticatorData(rp.id, fault, credential))],
      ]);
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, fault)),
        attestationObject: base64url(attestationObject),
        transports: ["internal", "telepathy"],
      };
      return { ...identity, response, clientExtensionResults: {} };
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge, rpId }: RequestOptions, fault: Fault = {}) {
      const data = authenticatorData(rpId, fault);
      const client = clientData("webauthn.get", challenge, fault);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...("userHandle" in fault ? { userHandle: fault.userHandle } : { userHandle: handle }),
      };
      return { ...identity, response, clientExtensionResults: {} };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
