import type { Route } from "#lib/api/define-route.ts";
import { handleRequest } from "#lib/api/handle-request.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { clientAddress, currentPeer } from "#lib/edge/client-address.ts";
import { readBody } from "#lib/edge/read-body.ts";

type NextHandler = (request: Request) => Promise<Response>;
type NextHandlers = Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", NextHandler>;

/** Mounts routes as Next route handlers. Every method is exported, because Next would answer a missing one without a body. */
export function mountRoutes(routes: readonly Route[]): NextHandlers {
  const table = createRouteTable(routes);
  const handler: NextHandler = (request) => answerNext(request, (one) => handleRequest(table, one));
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

/** Adapts a Next request to our neutral ApiRequest. */
export async function answerNext(
  request: Request,
  answer: (request: ApiRequest) => Promise<ApiResult>,
): Promise<Response> {
  const { status, headers, body } = await answer(toApiRequest(request));
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

function toApiRequest(request: Request): ApiRequest {
  const { pathname, searchParams } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: () => readBody(request.body),
    remoteAddress: clientAddress(currentPeer(), request.headers.get("x-forwarded-for")),
    get isGone() {
      return request.signal.aborted;
    },
    onGone(listener) {
      request.signal.addEventListener("abort", listener);
      return () => request.signal.removeEventListener("abort", listener);
    },
  };
}
