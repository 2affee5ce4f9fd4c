const home = "/dashboard";
/** A redirect holds the path in a header, encoded once more, and headers have 16 KiB. */
const maxLength = 2_000;

/**
 * Returns the requested path if it is a path of the dashboard or the docs and no longer than 2,000 characters, otherwise `/dashboard`. Never leads to another site,
 * however a browser reads the text (`//host`, `/\host`, `javascript:`).
 */
export function ownPath(asked: unknown): string {
  if (typeof asked !== "string") return home;
  const url = URL.parse(asked, "http://till.invalid");
  const isOurs = url?.origin === "http://till.invalid" && /^\/(?:dashboard|docs)(?:\/|$)/.test(url.pathname);
  if (url === null || !isOurs) return home;
  const path = `${url.pathname}${url.search}`;
  return path.length > maxLength ? home : path;
}
