const home = "/dashboard";

/**
 * Returns the requested path if it is a path of the dashboard, otherwise `/dashboard`. Never leads to another site,
 * however a browser reads the text (`//host`, `/\host`, `javascript:`).
 */
export function ownPath(asked: unknown): string {
  if (typeof asked !== "string") return home;
  const url = URL.parse(asked, "http://till.invalid");
  const isOurs =
    url?.origin === "http://till.invalid" && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  return url !== null && isOurs ? `${url.pathname}${url.search}` : home;
}
