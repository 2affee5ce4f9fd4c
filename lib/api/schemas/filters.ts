import { z } from "zod";

/** A list parameter: repeated, comma-separated, or both. */
export function list<T>(item: z.ZodType<T, string>, most = 100) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(item).max(most))
    .default([]);
}

/** A moment. */
export const time = z.iso
  .datetime({ offset: true, message: "must be an RFC 3339 date-time" })
  .transform((text) => new Date(text))
  .optional();

/** The value of a filter that matches nothing if it is unknown. */
export const some = z.string().min(1).max(128);
