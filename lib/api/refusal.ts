import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { errorBody } from "#lib/api/render-error.ts";
import { pinnedVersion, versionHeaders } from "#lib/api/version.ts";
import type { TillError } from "#lib/core/errors.ts";

/** The headers and the JSON body of an answer to a request that no route takes. The connection is closed after it. */
export function refusalOfRequest(error: TillError): { headers: Record<string, string>; body: string } {
  const body = errorBody(error);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "request-id": randomUUID(),
    ...versionHeaders(pinnedVersion(null)),
    connection: "close",
  };
  return { headers, body };
}

/**
 * Answers a socket from which no request can be read, and closes it, also if the client keeps its own end open.
 * @param line status and reason: `400 Bad Request`.
 */
export function refuseSocket(socket: Duplex, line: string, error: TillError): void {
  const { headers, body } = refusalOfRequest(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const bytes = `HTTP/1.1 ${line}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  socket.end(bytes, () => socket.destroy());
}
