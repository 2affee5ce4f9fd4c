import { z } from "zod";
import { httpsUrl } from "#lib/core/text.ts";

/** What may be a merchant's name, wherever it is given; spaces around it are taken off. */
export const merchantName = z
  .string()
  .min(1, { abort: true })
  .max(256)
  .regex(/^(?=.*\S)[^\p{Cc}\p{Cs}]*$/u, "must not be blank, nor hold control characters")
  .trim();

export const merchantEmail = z.email().max(254);

/** Where a merchant's logo is fetched from, once; null for none. */
export const merchantIconUrl = httpsUrl.nullable();
