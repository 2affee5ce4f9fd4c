import { Secret, TOTP } from "otpauth";
import type { UserId } from "#lib/core/ids.ts";

/** The parameters that every authenticator app supports (RFC 6238). */
const parameters = { issuer: "Till", algorithm: "SHA1", digits: 6, period: 30 };
const secretBytes = 20;

/** Creates a secret: 160 random bits in base32, which users can type. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The `otpauth://` URI that the QR code contains. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...parameters, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Finds the time step that a six-digit code is valid for, or null. Steps are 30 s long, counted from the Unix epoch. The
 * previous and the next step are accepted too, to tolerate clock drift.
 */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const { algorithm, digits, period } = parameters;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token: code, secret: key, algorithm, digits, period, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1_000 / period) + delta;
}

/** The context that a user's secret is sealed for: the sealed secret can't be opened for another user. */
export function sealContextOf(userId: UserId): string {
  return `second-factor ${userId}`;
}
