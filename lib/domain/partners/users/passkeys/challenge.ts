import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import type { SessionId } from "#lib/core/ids.ts";
import { env } from "#lib/env/env.ts";

/** A ceremony that a challenge is for, and the session that it belongs to; nothing can be signed in one for another. */
export type Ceremony =
  | { purpose: "sign_in"; sessionId: null }
  | { purpose: "registration" | "proof"; sessionId: SessionId };

export type Challenge = { hash: Buffer; expiresAt: Date };

const lifetimeMs = 5 * 60_000;
const randomLength = 24;
const timeLength = 6;
const macLength = 32;

/**
 * Creates a challenge in base64url: random bytes, the time of its expiry and a MAC over both and the ceremony. Nothing is
 * stored until an authenticator has signed it, so that visitors of the sign-in page can't fill the database.
 */
export function createChallenge(ceremony: Ceremony): string {
  const body = Buffer.alloc(randomLength + timeLength);
  randomBytes(randomLength).copy(body);
  body.writeUIntBE(clock.now().getTime() + lifetimeMs, randomLength, timeLength);
  return Buffer.concat([body, macOf(body, ceremony)]).toString("base64url");
}

/** Recognizes the challenge of a ceremony for the library's checks, and keeps it. */
export function expectChallenge(ceremony: Ceremony) {
  let found: Challenge | null = null;
  return {
    isExpected(text: string): boolean {
      found = readChallenge(text, ceremony);
      return found !== null;
    },
    /** The challenge that was recognized last; null before, and after another text. */
    found: (): Challenge | null => found,
  };
}

/** Reads a challenge that was created for this ceremony and hasn't expired; null for any other text. */
function readChallenge(text: string, ceremony: Ceremony): Challenge | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== randomLength + timeLength + macLength || bytes.toString("base64url") !== text) return null;
  const body = bytes.subarray(0, randomLength + timeLength);
  if (!timingSafeEqual(bytes.subarray(body.length), macOf(body, ceremony))) return null;
  const expiresAt = new Date(body.readUIntBE(randomLength, timeLength));
  return expiresAt > clock.now() ? { hash: hash("sha256", bytes, "buffer"), expiresAt } : null;
}

function macOf(body: Buffer, { purpose, sessionId }: Ceremony): Buffer {
  const { AUTH_SECRET } = env();
  if (AUTH_SECRET === undefined) throw new Error("AUTH_SECRET is not set");
  return createHmac("sha256", `passkey-challenge ${AUTH_SECRET}`)
    .update(`${purpose} ${sessionId ?? ""} `)
    .update(body)
    .digest();
}
