/**
 * True if a name was typed as it is shown: pages collapse spaces, and characters that only format text, such as a direction mark, are
 * invisible.
 */
export function isNameTyped(typed: string, name: string): boolean {
  return visible(typed) === visible(name);
}

function visible(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
