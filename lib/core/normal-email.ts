import { storableText } from "#lib/core/visible-text.ts";

/** The valid email addresses of the HTML standard, which browsers' forms accept. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * Returns the one form of an email under which accounts are found and attempts are counted: its ASCII letters
 * in lower case. Other letters stay, because JavaScript and PostgreSQL disagree about their case, and some
 * become ASCII letters, which would make another person's email of them: `İ` in PostgreSQL, `K` (the Kelvin
 * sign) in both.
 * @returns null for text that can't be stored.
 */
export function normalEmail(email: string): string | null {
  return storableText.test(email) ? email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : null;
}
