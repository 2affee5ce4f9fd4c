import { z } from "zod";
import { httpsUrl, visibleText } from "#lib/core/text.ts";

/** A merchant's name, for every form and request; surrounding spaces are trimmed. */
export const merchantName = z
  .string()
  .min(1, { abort: true })
  .max(256)
  .regex(visibleText, "must not be blank or contain control characters")
  .trim();

export const merchantEmail = z.email().max(254);

/** The URL that a merchant's logo is fetched from, once, when it is set; null for none. */
export const merchantIconUrl = httpsUrl.nullable();
