import { z } from "zod";

/** Text as people write it: no control characters, no half of a surrogate pair; the database takes neither as it is. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters");

/** An address that a browser is sent to or a file is fetched from. */
export const httpsUrl = z
  .url({ protocol: /^https$/, message: "must be an HTTPS URL" })
  .max(2_048)
  .regex(/^[^\s\p{Cc}\p{Cs}]*$/u, "must not hold spaces or control characters");
