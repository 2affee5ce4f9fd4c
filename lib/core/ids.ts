import { decodeTime, encodeTime, incrementBase32, ulid } from "ulid";
import { processSingleton } from "#lib/core/process-singleton.ts";

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
  "test",
  "sub",
  "usr",
  "ses",
  "inv",
  "bulk",
  "rfd",
  "mov",
  "evt",
  "whe",
  "whr",
  "rcp",
  "psk",
  "view",
  "dex",
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** A typed id: prefix, underscore, 26 characters of ULID. */
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;
export type PaymentId = Id<"pay">;
export type MerchantId = Id<"mrch">;
export type OptionId = Id<"opt">;
export type AttemptId = Id<"att">;
/** A live account, or the test account of one: the mode of everything that a partner owns is in the partner's id. */
export type PartnerId = LivePartnerId | TestPartnerId;
export type LivePartnerId = Id<"prt">;
export type TestPartnerId = Id<"test">;
/** Ours, or one that a wallet kit sends and can't be told to change, such as the kit's project id. */
export type AppId = string;
export type ApiKeyId = Id<"key">;
export type SubmissionId = Id<"sub">;
export type ReceiptRequestId = Id<"rcp">;
export type UserId = Id<"usr">;
export type SessionId = Id<"ses">;
export type InvitationId = Id<"inv">;
export type BulkPayoutId = Id<"bulk">;
export type RefundId = Id<"rfd">;
export type MovementId = Id<"mov">;
export type EventId = Id<"evt">;
export type WebhookEndpointId = Id<"whe">;
export type WebhookReplayId = Id<"whr">;
export type PasskeyId = Id<"psk">;
export type SavedViewId = Id<"view">;
export type DepositExceptionId = Id<"dex">;

/** The characters of a ULID that hold its time, in milliseconds, and those that are random. */
const timeLength = 10;
const randomLength = 16;
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const randomBytes = new Uint8Array(1_024);
let nextByte = randomBytes.length;

/** Returns a random fraction of 8 bits. Buffers a kilobyte of CSPRNG output, because each call to it is expensive. */
function randomFraction(): number {
  if (nextByte === randomBytes.length) {
    crypto.getRandomValues(randomBytes);
    nextByte = 0;
  }
  const byte = randomBytes[nextByte] ?? 0;
  nextByte += 1;
  return byte / 256;
}

/** Creates an id that sorts by its time; the other 80 bits are random (CSPRNG). */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, now: Date): Id<Prefix> {
  return `${prefix}_${ulid(now.getTime(), randomFraction)}`;
}

/** True for a well-formed id with that prefix, whether or not it exists. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && ulidPattern.test(text.slice(prefix.length + 1));
}

const lastIds = processSingleton("last-ordered-ids", () => new Map<IdPrefix, string>());

/**
 * Creates ids that sort in the order in which this process creates them, also within a millisecond. The time in them is exactly
 * `now`, so that their order is that of their times between processes and after a change of the clock.
 */
export function newAscendingIds<Prefix extends IdPrefix>(prefix: Prefix, count: number, now: Date): Id<Prefix>[] {
  return Array.from({ length: count }, () => {
    const last = lastIds().get(prefix);
    const isSameTime = last !== undefined && decodeTime(last) === now.getTime();
    const next = isSameTime ? incrementBase32(last) : ulid(now.getTime(), randomFraction);
    lastIds().set(prefix, next);
    return `${prefix}_${next}` as const;
  });
}

/** Returns the lowest id of a time; those before it have a lower one. */
export function lowestId<Prefix extends IdPrefix>(prefix: Prefix, time: Date): Id<Prefix> {
  return `${prefix}_${encodeTime(Math.max(0, time.getTime()), timeLength)}${"0".repeat(randomLength)}`;
}

/** True for a well-formed App-Id, ours or another: 16 to 64 characters of `[A-Za-z0-9_-]`. */
export function isAppId(text: string): text is AppId {
  return /^[A-Za-z0-9_-]{16,64}$/.test(text);
}
