import { z } from "zod";
import { plainText } from "#lib/core/text.ts";

/** A list parameter: repeated, comma-separated, or both. */
export function list<T>(item: z.ZodType<T, string>, max = 100) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(item).max(max))
    .default([]);
}

const dateTime = z.iso.datetime({ offset: true, message: "must be an RFC 3339 date-time" });

/** A moment that the database can compare with, which has no year 0. RFC 3339 allows a lower-case t and z. */
export const time = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(dateTime)
  .transform((text) => new Date(text))
  .refine((at) => isFourDigitYear(at.getUTCFullYear()), "must be in the years 1 to 9999 in UTC")
  .optional()
  .meta({ wireForm: { type: "string", format: "date-time" } });

/** The value of a filter that matches nothing if it is unknown. */
export const some = plainText.min(1).max(128);

function isFourDigitYear(year: number): boolean {
  return year >= 1 && year <= 9_999;
}
