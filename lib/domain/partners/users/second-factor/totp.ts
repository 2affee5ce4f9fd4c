import { Secret, TOTP } from "otpauth";

/** What every authenticator app takes (RFC 6238): SHA-1, six digits, half a minute. */
const form = { issuer: "Till", algorithm: "SHA1", digits: 6, period: 30 };
const secretBytes = 20;

/** A new secret: 160 random bits, in base32 as people type it. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What the QR code says, and an app reads (`otpauth://`). */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The time step for which a code of six digits is right, or null. Steps count half minutes since 1970; the one before
 * and the one after now are taken too, for clocks that differ.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const { algorithm, digits, period } = form;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token: code, secret: key, algorithm, digits, period, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1_000 / period) + delta;
}
