import { z } from "zod";
import { invalidField } from "#lib/core/errors.ts";

const dayMs = 86_400_000;
/** A day of this century: the database has no year 0, and JavaScript formats years after 9999 in another way. */
export const day = z.iso
  .date({ message: "must be a date such as 2026-01-31" })
  .startsWith("20", "must be a date such as 2026-01-31");

/** The fields of a filter by days. Days are in UTC, and both are included. */
export const dayRangeFields = { from: day.optional(), to: day.optional() };

/**
 * Converts a filter by days to its bounds, from inclusive, until exclusive.
 * @throws TillError `params_validation` if the last day is before the first.
 */
export function toBounds({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date | undefined;
  until: Date | undefined;
} {
  if (from !== undefined && to !== undefined && to < from)
    throw invalidField("to", "must be on or after the start date");
  return {
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(Date.parse(to) + dayMs),
  };
}
