import type { IncomingMessage } from "node:http";
import { pathOf } from "#lib/api/path-of.ts";
import type { WebLimits } from "#lib/api/web-limits.ts";

/** The refusal of a request that holds too much, which is made before anything parses it. */
export type Excess = { status: 414 | 431; message: string };

/** Returns the refusal of a request with too many headers; null for any other. */
export function findExcessHeaders({ rawHeaders }: IncomingMessage, limits: WebLimits): Excess | null {
  const count = rawHeaders.length / 2;
  if (count <= limits.headers) return null;
  return { status: 431, message: `The request has ${count} headers. Send at most ${limits.headers}.` };
}

/**
 * Returns the refusal of a request for a page or a file whose path, query or cookies are too many or too
 * long; null for any other.
 */
export function findExcessParts(request: IncomingMessage, limits: WebLimits): Excess | null {
  const path = pathOf(request);
  const query = request.url?.slice(path.length + 1) ?? "";
  const cookie = request.headers.cookie ?? "";
  const { pathBytes, queryBytes, parameters, cookieBytes, cookies } = limits;
  if (path.length > pathBytes) return uriTooLong(`path has ${path.length} bytes`, pathBytes);
  if (query.length > queryBytes) return uriTooLong(`query has ${query.length} bytes`, queryBytes);
  const parameterCount = countParts(query, "&");
  if (parameterCount > parameters) return uriTooLong(`query has ${parameterCount} parameters`, parameters);
  if (cookie.length > cookieBytes) return cookiesTooLarge(`have ${cookie.length} bytes`, cookieBytes);
  const cookieCount = countParts(cookie, ";");
  return cookieCount > cookies ? cookiesTooLarge(`are ${cookieCount}`, cookies) : null;
}

function uriTooLong(what: string, max: number): Excess {
  return { status: 414, message: `The ${what}. Send at most ${max}.` };
}

function cookiesTooLarge(what: string, max: number): Excess {
  return { status: 431, message: `The cookies ${what}. Send at most ${max}, or delete this site's cookies.` };
}

/** Counts empty parts too, because parsers pass through them. */
function countParts(text: string, separator: string): number {
  return text === "" ? 0 : text.split(separator).length;
}
