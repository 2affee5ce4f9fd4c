/**
 * Returns what to change about a body that is compressed, or whose text isn't in UTF-8, naming the header
 * that says so; null for any other.
 * @param header returns a header's value by lower-case name.
 */
export function findUnreadableCoding(header: (name: string) => string | undefined): string | null {
  const encoding = header("content-encoding")?.trim() ?? "";
  if (!/^(?:identity)?$/i.test(encoding)) return `Send the body without compression: Content-Encoding is ${encoding}.`;
  const charsets = (header("content-type") ?? "").matchAll(/;\s*charset\s*=\s*["']?([^"';\s]*)/gi);
  const wrong = [...charsets].map(([, name = ""]) => name).find((name) => !/^(?:utf-?8|us-ascii)$/i.test(name));
  return wrong === undefined ? null : `Send the body as UTF-8: Content-Type has the charset ${wrong}.`;
}
