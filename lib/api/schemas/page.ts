import { z } from "zod";

/** The query's page size. */
export const limit = z
  .string()
  .regex(/^([1-9]\d?|1\d\d|200)$/, "must be a whole number from 1 to 200")
  .transform(Number)
  .default(50)
  .meta({
    description: "The maximum number of entries per page.",
    wireForm: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  });

export const cursor = z.string().max(1_024).optional().meta({
  description: "The nextCursor of the previous page, with the same filters and sort order.",
});

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: "The cursor of the next page; null on the last page." });
