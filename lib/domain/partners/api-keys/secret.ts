import { hash, randomBytes } from "node:crypto";

const prefix = "till_";
const pattern = /^till_[A-Za-z0-9_-]{43}$/;

/** Creates the secret of a new key: 256 random bits. It is shown once and never stored. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** True when a text has the format of a secret. It doesn't check that the key exists. */
export function isSecret(text: string): boolean {
  return pattern.test(text);
}

/** SHA-256 of a secret: the only form that is stored. Looking it up leaks no timing information about the secret. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
