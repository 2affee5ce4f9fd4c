import { hash, randomBytes } from "node:crypto";

const pattern = /^[A-Za-z0-9_-]{43}$/;

/** The secret of a link: 256 random bits. It is in the message alone; what is kept is its hash. */
export function newLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a link's secret; null for what can be none. A look-up by it leaks no timing of the secret itself. */
export function hashLinkToken(token: string): Buffer | null {
  return pattern.test(token) ? hash("sha256", token, "buffer") : null;
}
