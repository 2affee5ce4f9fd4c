import { z } from "zod";
import { isStorable } from "#lib/api/json-text.ts";

/** Any JSON of a client's own, kept as it is. */
export const anyJson = z.unknown().refine(isStorable, "must not hold NUL characters, nor halves of surrogate pairs");
