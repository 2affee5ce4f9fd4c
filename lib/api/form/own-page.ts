import type { ApiRequest } from "#lib/api/http.ts";
import { env } from "#lib/env/env.ts";

/**
 * True for a request from a page of our own origin, by headers that scripts can't set: `Sec-Fetch-Site`, or `Origin` from
 * an older browser or over an insecure connection. A sandboxed frame without `allow-same-origin` doesn't count as ours.
 */
export function isOwnPage({ header }: Pick<ApiRequest, "header">): boolean {
  const site = header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = header("origin");
  if (origin === undefined) return false;
  return origin === new URL(env().PUBLIC_URL).origin || URL.parse(origin)?.host === header("host");
}
