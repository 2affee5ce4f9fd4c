import { z } from "zod";

/** What the reference of a payment is made of, and how much of it there can be (WIRE, Payments). */
export const referenceText = z
  .string()
  .max(35, "must have at most 35 characters")
  .regex(/^[A-Za-z0-9 /:.,+-]+$/, "may hold letters, digits, spaces and / : . , + -");
