import { z } from "zod";
import { visibleText, visibleTextRule } from "#lib/core/visible-text.ts";

/** The schema of a payment's description, which the buyer sees. */
export const descriptionText = z
  .string()
  .max(500, "must have at most 500 characters")
  .regex(visibleText, visibleTextRule);
