const home = "/dashboard";

/**
 * A path of the dashboard that a link asks for, as it is or `/dashboard`: never another site, whatever the text looks
 * like to a browser (`//host`, `/\host`, `javascript:`).
 */
export function ownPath(asked: unknown): string {
  if (typeof asked !== "string") return home;
  const url = URL.parse(asked, "http://till.invalid");
  const isOurs =
    url?.origin === "http://till.invalid" && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  return url !== null && isOurs ? `${url.pathname}${url.search}` : home;
}
