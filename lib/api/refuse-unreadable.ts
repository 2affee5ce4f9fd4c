import type { Duplex } from "node:stream";
import { errorBody } from "#lib/api/render-error.ts";
import { TillError } from "#lib/core/errors.ts";

/** What Node's HTTP parser gave up on, and how it is answered; everything else is a 400. */
const answers: Record<string, { line: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { line: "431 Request Header Fields Too Large", message: "The headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { line: "408 Request Timeout", message: "The request took too long to arrive." },
};
const malformed = { line: "400 Bad Request", message: "The request is not valid HTTP." };

/**
 * Answers what never became a request, in JSON like everything else, and ends the connection; for a server's
 * `clientError`. Whoever has gone already, or is in the middle of another answer, is left alone.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { line, message } = answers[error.code ?? ""] ?? malformed;
  const body = errorBody(new TillError("invalid_params", { message }));
  const headers = [
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
}
