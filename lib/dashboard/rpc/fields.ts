import { z } from "zod";

/** An address as it is typed, in lower case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("must be a valid email, such as name@company.com").max(254, "is too long"));

/** What somebody or something is called: a line of visible text. */
export const name = z
  .string()
  .trim()
  .min(1, "is required")
  .max(80, "must be 80 characters or fewer")
  .regex(/^\P{C}*$/u, "must be plain text");

/** A password as it is typed; its rules are the domain's. */
export const password = z.string().min(1, "is required").max(1_024, "is too long");

export const token = z.string().max(100);
