import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import { env } from "#lib/env/env.ts";

/** Text that only a holder of the key can read, and only where it belongs. */
export type Sealed = { keyId: string; sealed: Buffer };

/** What seals, and what may have sealed before it; from DATA_ENCRYPTION_KEY and DATA_ENCRYPTION_OLD_KEYS. */
export type DataKeys = { current: Buffer | undefined; old: readonly Buffer[] };

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals text with the current DATA_ENCRYPTION_KEY: AES-256-GCM (NIST SP 800-38D) with a random nonce.
 * @param place what the text belongs to; it opens nowhere else. Not secret, not kept.
 * @returns nonce, ciphertext and tag in one, and the id of the key.
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
 * Opens what {@link seal} sealed, with the key that sealed it, current or old.
 * @throws Error when that key is not configured, or a single bit of text, key or place is another.
 */
export function unseal({ keyId, sealed }: Sealed, place: string, { current, old } = configuredKeys()): string {
  const key = [current, ...old].find((one) => one !== undefined && keyIdOf(one) === keyId);
  if (key === undefined) throw new Error(`the key ${keyId} is not configured`);
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString("utf8");
}

function configuredKeys(): DataKeys {
  const { DATA_ENCRYPTION_KEY, DATA_ENCRYPTION_OLD_KEYS } = env();
  return { current: DATA_ENCRYPTION_KEY, old: DATA_ENCRYPTION_OLD_KEYS };
}

/** Names a key without telling it: the first 8 bytes of its SHA-256. The key has 256 random bits. */
function keyIdOf(key: Buffer): string {
  return hash("sha256", key, "hex").slice(0, 16);
}
