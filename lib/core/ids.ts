import { ulid } from "ulid";

export const idPrefixes = [
  "pay",
  "mrch",
  "crypto",
  "fiat",
  "opt",
  "key",
  "app",
  "att",
  "prt",
  "sub",
  "usr",
  "ses",
  "inv",
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** An id of one kind: prefix, underscore, 26 characters of ULID. */
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;
export type PaymentId = Id<"pay">;
export type MerchantId = Id<"mrch">;
export type OptionId = Id<"opt">;
export type AttemptId = Id<"att">;
export type PartnerId = Id<"prt">;
export type AppId = Id<"app">;
export type ApiKeyId = Id<"key">;
export type SubmissionId = Id<"sub">;
export type UserId = Id<"usr">;
export type SessionId = Id<"ses">;
export type InvitationId = Id<"inv">;

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const randomBytes = new Uint8Array(1_024);
let nextByte = randomBytes.length;

/** A random fraction of 8 bits from a CSPRNG that is asked for a kilobyte at a time: a call costs more than its bytes. */
function randomFraction(): number {
  if (nextByte === randomBytes.length) {
    crypto.getRandomValues(randomBytes);
    nextByte = 0;
  }
  const byte = randomBytes[nextByte] ?? 0;
  nextByte += 1;
  return byte / 256;
}

/** Makes a new id that sorts by its time; the other 80 bits are random (CSPRNG). */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, now: Date): Id<Prefix> {
  return `${prefix}_${ulid(now.getTime(), randomFraction)}`;
}

/** True when the text is a well-formed id of that kind. Says nothing of whether such a thing exists. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && ulidPattern.test(text.slice(prefix.length + 1));
}
