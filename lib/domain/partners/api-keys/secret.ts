import { hash, randomBytes } from "node:crypto";

const prefix = "till_";
const pattern = /^till_[A-Za-z0-9_-]{43}$/;

/** Makes the secret of a new key: 256 random bits. It is shown once and never stored. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** True when the text has the form of a secret; whether such a key exists is another question. */
export function isSecret(text: string): boolean {
  return pattern.test(text);
}

/** SHA-256 of a secret, which is all that the database holds. A look-up by it leaks no timing of the secret itself. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
