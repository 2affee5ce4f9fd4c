import { z } from "zod";
import { emailAddress, httpsUrl } from "#lib/core/text.ts";
import { visibleText, visibleTextRule } from "#lib/core/visible-text.ts";

/** A merchant's name, for every form and request; surrounding spaces are trimmed. */
export const merchantName = z.string().min(1, { abort: true }).max(256).regex(visibleText, visibleTextRule).trim();

export const merchantEmail = emailAddress;

/** The contact for buyers who need help, shown on the checkout: an email or a page; null for none. */
export const supportContact = z.union([merchantEmail, httpsUrl], "must be an email address or an HTTPS URL").nullable();

/**
 * The color of the checkout's buttons, `#rrggbb`; null for Till's own. The text on them is black or white,
 * whichever contrasts more.
 */
export const brandColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be # and six hexadecimal digits, such as #0b6b4f")
  .toLowerCase()
  .nullable();

/** The URL that a merchant's logo is fetched from, once, when it is set; null for none. */
export const merchantIconUrl = httpsUrl.nullable();
