import type { Route } from "#lib/api/define-route.ts";
import { handleRequest } from "#lib/api/handle-request.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { clientAddress } from "#lib/api/rate-limit/client-address.ts";
import { readBody } from "#lib/api/read-body.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { env } from "#lib/env/env.ts";

type NextHandler = (request: Request) => Promise<Response>;
type NextHandlers = Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", NextHandler>;

/**
 * Mounts the routes of one path as Next route handlers. All methods are exported, because Next would answer the
 * others itself, without a body.
 */
export function mountRoutes(routes: readonly Route[]): NextHandlers {
  const table = createRouteTable(routes);
  const handler: NextHandler = async (request) => {
    const { status, headers, body } = await handleRequest(table, toApiRequest(request));
    return new Response(request.method === "HEAD" ? null : body, { status, headers });
  };
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  };
}

function toApiRequest(request: Request): ApiRequest {
  const { pathname, searchParams } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    header: (name) => request.headers.get(name) ?? undefined,
    headerEntries: () => request.headers.entries(),
    readBody: () => readBody(request.body),
    // Next shows no socket: without a trusted proxy nobody says where a request comes from.
    remoteAddress: clientAddress(undefined, request.headers.get("x-forwarded-for") ?? undefined, env().TRUST_PROXY),
    signal: request.signal,
  };
}
