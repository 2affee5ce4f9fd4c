import { z } from "zod";
import { emailPattern } from "#lib/core/normal-email.ts";
import { storableText } from "#lib/core/visible-text.ts";

/** A field for text without control characters or lone surrogates. */
export const plainText = z.string().regex(storableText, "must not contain control characters");

/** A field for an email address. */
export const emailAddress = z
  .email({ pattern: emailPattern, message: "must be a valid email, such as name@example.com" })
  .max(254);

/** A URL to redirect a browser to or to fetch a file from. */
export const httpsUrl = z
  .url({ protocol: /^https$/, message: "must be an HTTPS URL" })
  .max(2_048)
  .regex(/^[^\s\p{Cc}\p{Cs}]*$/u, "must not contain spaces or control characters")
  .meta({ format: "uri", pattern: "^https://" });
