import { z } from "zod";

/** An email, normalized to lower case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("must be a valid email, such as name@company.com").max(254, "is too long"));

/** A name: one line of visible text. */
export const name = z
  .string()
  .trim()
  .min(1, "is required")
  .max(80, "must be 80 characters or fewer")
  .regex(/^\P{C}*$/u, "must be plain text");

/** A password as typed; the domain enforces the rules. */
export const password = z.string().min(1, "is required").max(1_024, "is too long");

export const token = z.string().max(100);
