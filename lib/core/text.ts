import { z } from "zod";

// The reference shows patterns, and clients compile them with or without the u flag. A pair of surrogates is two characters without.
const storable = "(?:[^\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*";

/** Matches text without control characters or lone surrogates, which the database can't store. */
export const storableText = new RegExp(`^${storable}$`);

/** A field for such text. */
export const plainText = z.string().regex(storableText, "must not contain control characters");

/** Matches such text that isn't blank. */
export const visibleText = new RegExp(`^(?=[^]*\\S)${storable}$`);

/**
 * True for the name of a key or an app: 1 to 64 characters that aren't blank, without control characters and without the invisible ones
 * that override the direction of text.
 */
export function isPlainName(name: string): boolean {
  return /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{1,64}$/u.test(name) && name.trim() !== "";
}

/** A URL to redirect a browser to or to fetch a file from. */
export const httpsUrl = z
  .url({ protocol: /^https$/, message: "must be an HTTPS URL" })
  .max(2_048)
  .regex(/^[^\s\p{Cc}\p{Cs}]*$/u, "must not contain spaces or control characters")
  .meta({ format: "uri", pattern: "^https://" });
