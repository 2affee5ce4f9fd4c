/** Returns the LIKE pattern for "contains this text"; escapes `%`, `_` and `\`, so that text can't act as a pattern. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
