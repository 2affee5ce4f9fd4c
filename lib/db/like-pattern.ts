/** Returns the LIKE pattern for "contains this text"; escapes `%`, `_` and `\` (THREATS 16). */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
