import { hash, randomBytes } from "node:crypto";
import type { AccountMode } from "#lib/core/account-mode.ts";

/** Keys from before test mode don't name a mode, and are live. */
const pattern = /^till_(?:(?:live|test)_)?[A-Za-z0-9_-]{43}$/;

/** Creates the secret of a new key: 256 random bits. It is shown once and never stored. */
export function newSecret(mode: AccountMode): string {
  return `till_${mode}_${randomBytes(32).toString("base64url")}`;
}

/** True when a text has the format of a secret. It doesn't check that the key exists. */
export function isSecret(text: string): boolean {
  return pattern.test(text);
}

/** SHA-256 of a secret: the only form that is stored. Looking it up leaks no timing information about the secret. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
