import { asShown } from "#lib/core/visible-text.ts";

/** True if a name was typed as it is shown: pages collapse spaces, and characters that only format text are invisible. */
export function isNameTyped(typed: string, name: string): boolean {
  return asShown(typed) === asShown(name);
}
