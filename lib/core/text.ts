import { z } from "zod";

/** Human-readable text: no control characters and no unpaired surrogates, which the database can't store faithfully. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not contain control characters");

/** An HTTPS URL, for redirects and downloads. */
export const httpsUrl = z
  .url({ protocol: /^https$/, message: "must be an HTTPS URL" })
  .max(2_048)
  .regex(/^[^\s\p{Cc}\p{Cs}]*$/u, "must not contain spaces or control characters");
