import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import { env } from "#lib/env/env.ts";

/** Encrypted text, bound to the place it belongs to. */
export type Sealed = { keyId: string; sealed: Buffer };

/** The key that encrypts, and earlier keys that may still decrypt: DATA_ENCRYPTION_KEY and DATA_ENCRYPTION_OLD_KEYS. */
export type DataKeys = { current: Buffer | undefined; old: readonly Buffer[] };

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts text with the current DATA_ENCRYPTION_KEY: AES-256-GCM (NIST SP 800-38D) with a random nonce.
 * @param place names the record that the text belongs to, as associated data: only the same place opens it. Neither
 * secret nor stored.
 * @returns nonce, ciphertext and tag concatenated, and the id of the key.
 * @throws Error when no key is configured.
 */
export function seal(text: string, place: string, { current: key } = configuredKeys()): Sealed {
  if (key === undefined) throw new Error("DATA_ENCRYPTION_KEY is not set");
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return { keyId: keyIdOf(key), sealed: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]) };
}

/**
 * Decrypts the result of {@link seal} with the key that encrypted it, current or old.
 * @throws Error when that key is not configured, or a bit of ciphertext, key or place differs.
 */
export function unseal({ keyId, sealed }: Sealed, place: string, { current, old } = configuredKeys()): string {
  const key = [current, ...old].find((one) => one !== undefined && keyIdOf(one) === keyId);
  if (key === undefined) throw new Error(`the key ${keyId} is not configured`);
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString("utf8");
}

/** Returns the ids of the configured keys. What is sealed with another one can't be opened. */
export function listKeyIds({ current, old } = configuredKeys()): string[] {
  return [current, ...old].flatMap((key) => (key === undefined ? [] : [keyIdOf(key)]));
}

/** Returns the ids of the configured keys that decrypt but no longer encrypt; none while there is no present key. */
export function listOldKeyIds({ current, old } = configuredKeys()): string[] {
  if (current === undefined) return [];
  return old.map(keyIdOf).filter((id) => id !== keyIdOf(current));
}

function configuredKeys(): DataKeys {
  const { DATA_ENCRYPTION_KEY, DATA_ENCRYPTION_OLD_KEYS } = env();
  return { current: DATA_ENCRYPTION_KEY, old: DATA_ENCRYPTION_OLD_KEYS };
}

/** Identifies a key by the first 8 bytes of its SHA-256; with 256 random bits, the key can't be derived from that. */
function keyIdOf(key: Buffer): string {
  return hash("sha256", key, "hex").slice(0, 16);
}
