import { z } from "zod";

/** A list parameter: repeated, comma-separated, or both. */
export function list<T>(item: z.ZodType<T, string>, most = 100) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(item).max(most))
    .default([]);
}

const dateTime = z.iso.datetime({ offset: true, message: "must be an RFC 3339 date-time" });

/** A moment. RFC 3339 allows a lower-case t and z. */
export const time = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(dateTime)
  .transform((text) => new Date(text))
  .optional()
  .meta({ wireForm: { type: "string", format: "date-time" } });

/** The value of a filter that matches nothing if it is unknown. */
export const some = z.string().min(1).max(128);
