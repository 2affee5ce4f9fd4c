import { ulid } from "ulid";

export const idPrefixes = ["pay", "mrch", "crypto", "fiat", "opt", "key", "app", "att", "prt", "usr"] as const;
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

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Makes a new id that sorts by its time; the other 80 bits are random (CSPRNG). */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, now: Date): Id<Prefix> {
  return `${prefix}_${ulid(now.getTime())}`;
}

/** True when the text is a well-formed id of that kind. Says nothing of whether such a thing exists. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && ulidPattern.test(text.slice(prefix.length + 1));
}
