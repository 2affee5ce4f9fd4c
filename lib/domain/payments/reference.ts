import { z } from "zod";

/**
 * The schema of a payment reference, or of a part of one. One that is too short is refused for that alone: an empty
 * one has no characters to name.
 * @param least the fewest characters.
 */
export function referenceText(least: number) {
  return z
    .string()
    .min(least, { abort: true })
    .max(35, "must have at most 35 characters")
    .regex(/^[A-Za-z0-9 /:.,+-]+$/, "may contain only letters, digits, spaces and / : . , + -");
}
