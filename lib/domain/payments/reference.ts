import { z } from "zod";

/** The schema of a payment reference (WIRE, Payments). */
export const referenceText = z
  .string()
  .max(35, "must have at most 35 characters")
  .regex(/^[A-Za-z0-9 /:.,+-]+$/, "may contain only letters, digits, spaces and / : . , + -");
