/** The LIKE pattern for "holds this text": `%`, `_` and `\` stand for themselves (THREATS 16). */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
