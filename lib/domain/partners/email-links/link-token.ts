import { hash, randomBytes } from "node:crypto";
import { TillError } from "#lib/core/errors.ts";

const pattern = /^[A-Za-z0-9_-]{43}$/;

/** Creates the secret of an email link: 256 random bits. Only the email contains it; the database stores its SHA-256. */
export function createLinkToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hash("sha256", token, "buffer") };
}

/** SHA-256 of a link's secret; null for a text in another format. Looking it up leaks no timing information. */
export function hashLinkToken(token: string): Buffer | null {
  return pattern.test(token) ? hash("sha256", token, "buffer") : null;
}

/** The error for a link that was used, has expired, was replaced or never existed. */
export function invalidLink(): TillError {
  return new TillError("not_found", { message: "This link has expired or was already used. Request a new one." });
}
