import { z } from "zod";

/** Text as people write it: no control characters, of which the database refuses the NUL. */
export const plainText = z.string().regex(/^\P{Cc}*$/u, "must not hold control characters");

/** An address that a browser is sent to or a file is fetched from. */
export const httpsUrl = z
  .url({ protocol: /^https$/, message: "must be an HTTPS URL" })
  .max(2_048)
  .regex(/^[^\s\p{Cc}]*$/u, "must not hold spaces or control characters");
