import type { IncomingMessage, ServerResponse } from "node:http";
import { handleRequest } from "#lib/api/handle-request.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { clientAddress } from "#lib/api/rate-limit/client-address.ts";
import { readBody } from "#lib/api/read-body.ts";
import type { RouteTable } from "#lib/api/route-table.ts";
import { env } from "#lib/env/env.ts";

const noQuery = new URLSearchParams();

/** Answers a `node:http` request from the table; for the custom server. */
export async function answerNode(table: RouteTable, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await handleRequest(table, toApiRequest(message, response));
  if (response.destroyed) return;
  response.writeHead(status, body === null ? headers : { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(message.method === "HEAD" ? undefined : (body ?? undefined));
  // What a client still sends of a refused body is not read; the connection can't be used again.
  if (!message.complete && status === 413) message.destroy();
}

function toApiRequest(message: IncomingMessage, response: ServerResponse): ApiRequest {
  const url = message.url ?? "/";
  const mark = url.indexOf("?");
  let signal: AbortSignal | undefined;
  return {
    method: message.method ?? "GET",
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? noQuery : new URLSearchParams(url.slice(mark + 1)),
    header(name) {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    *headerEntries() {
      for (const [name, value] of Object.entries(message.headers)) {
        if (value !== undefined) yield [name, Array.isArray(value) ? value.join(", ") : value] as const;
      }
    },
    readBody: () => readBody(message),
    get remoteAddress() {
      const forwardedFor = message.headers["x-forwarded-for"];
      const written = Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor;
      return clientAddress(message.socket.remoteAddress, written, env().TRUST_PROXY);
    },
    get signal() {
      signal ??= closingSignal(response);
      return signal;
    },
  };
}

function closingSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
