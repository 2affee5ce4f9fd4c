import { z } from "zod";
import { visibleText } from "#lib/core/text.ts";

/** The schema of a payment's description, which the buyer sees. */
export const descriptionText = z
  .string()
  .max(500, "must have at most 500 characters")
  .regex(visibleText, "must not be blank or contain control characters");
