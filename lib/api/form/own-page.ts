import type { ApiRequest } from "#lib/api/http.ts";
import { env } from "#lib/env/env.ts";

/**
 * True for a request that a page of our own origin makes, as the browser tells and no script can: by `Sec-Fetch-Site`,
 * by `Origin` where a browser is older than that or the connection is not secure. A page in a sandboxed frame without
 * `allow-same-origin` is nobody's own.
 */
export function isOwnPage({ header }: Pick<ApiRequest, "header">): boolean {
  const site = header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = header("origin");
  if (origin === undefined) return false;
  return origin === new URL(env().PUBLIC_URL).origin || URL.parse(origin)?.host === header("host");
}
