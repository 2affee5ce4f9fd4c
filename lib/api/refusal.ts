import { randomUUID } from "node:crypto";
import { errorBody } from "#lib/api/render-error.ts";
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
    connection: "close",
  };
  return { headers, body };
}

/** The same as the bytes of an HTTP response, for a socket without one. @param line status and reason: `400 Bad Request`. */
export function rawRefusal(line: string, error: TillError): string {
  const { headers, body } = refusalOfRequest(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${line}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
