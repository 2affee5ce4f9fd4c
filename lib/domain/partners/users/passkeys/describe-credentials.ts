import type { CredentialRow } from "#lib/domain/partners/users/passkeys/repository.ts";

const transportNames = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** Ways in which a browser reaches an authenticator. */
export type Transport = (typeof transportNames)[number];

/** True for the name of a transport that this version knows. */
export function isTransport(name: string): name is Transport {
  return transportNames.some((known) => known === name);
}

/** Describes credentials in the JSON of `navigator.credentials`. */
export function describeCredentials(credentials: readonly CredentialRow[]) {
  return credentials.map(({ credentialId, transports }) => ({
    type: "public-key" as const,
    id: credentialId.toString("base64url"),
    transports: transports.filter(isTransport),
  }));
}
