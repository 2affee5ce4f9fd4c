import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { corsHeaders } from "#lib/api/cors.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { pathOf } from "#lib/api/path-of.ts";
import { errorBody } from "#lib/api/render-error.ts";
import { requestIdOf } from "#lib/api/request-id.ts";
import { pinnedVersion, versionHeaders } from "#lib/api/version.ts";
import type { TillError } from "#lib/core/errors.ts";

/**
 * The content security policy of answers that aren't pages: nothing runs in them. Shops frame the checkout,
 * and so its refusals.
 */
export const strictestPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * The headers and the JSON body of an answer to a request that no route takes. The connection is closed after it.
 * @param request null where none can be read.
 */
export function refusalOfRequest(
  error: TillError,
  request: IncomingMessage | null,
): { headers: Record<string, string>; body: string } {
  const body = errorBody(error);
  const refused = request === null ? null : toRefused(request);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": strictestPolicy,
    "request-id": requestIdOf(refused),
    ...(refused === null ? {} : corsHeaders(refused)),
    ...versionHeaders(pinnedVersion(null)),
    connection: "close",
  };
  return { headers, body };
}

/** The part of a request that its refusal depends on. */
function toRefused(request: IncomingMessage): Pick<ApiRequest, "path" | "header"> {
  return { path: pathOf(request), header: (name) => [request.headers[name]].flat()[0] };
}

/**
 * Answers a socket from which no request can be read, and closes it, also if the client keeps its own end open.
 * @param line status and reason: `400 Bad Request`.
 */
export function refuseSocket(socket: Duplex, line: string, error: TillError): void {
  const { headers, body } = refusalOfRequest(error, null);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const bytes = `HTTP/1.1 ${line}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  socket.end(bytes, () => socket.destroy());
}
