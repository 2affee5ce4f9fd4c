import { z } from "zod";

/** The `nextCursor` of the page before. */
export const cursor = z.string().max(1_024).optional();

/** How many rows a page has. */
export const limit = z
  .string()
  .regex(/^([1-9]\d?|1\d\d|200)$/, "must be a whole number from 1 to 200")
  .transform(Number)
  .default(50);
