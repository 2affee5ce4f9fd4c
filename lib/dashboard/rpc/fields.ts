import { z } from "zod";
import { emailAddress } from "#lib/core/text.ts";
import { visibleText } from "#lib/core/visible-text.ts";

/** An email, normalized to lower case. */
export const email = z.string().trim().toLowerCase().pipe(emailAddress);

/** One line of visible text. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: "is required", abort: true })
    .max(max, `must be ${max} characters or fewer`)
    .regex(/^\P{C}*$/u, { error: "must be plain text", abort: true })
    .regex(visibleText, "must contain a visible character");

/** The name of a person or a company. */
export const name = line(80);

/** A password as typed; the domain enforces the rules. */
export const password = z.string().min(1, "is required").max(1_024, "is too long");

/** Idempotency key: the same key returns the same record and creates no other. */
export const key = z.string().regex(/^[0-9a-f]{32}$/);

export const token = z.string().max(100);
