import type { Duplex } from "node:stream";
import { refuseSocket } from "#lib/api/refusal.ts";
import { TillError } from "#lib/core/errors.ts";

/** The responses to errors of Node's HTTP parser; any other error is a 400. */
const answers: Record<string, { line: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { line: "431 Request Header Fields Too Large", message: "The headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { line: "408 Request Timeout", message: "The request took too long to arrive." },
};
const malformed = { line: "400 Bad Request", message: "The request isn't valid HTTP." };

/**
 * Answers data that Node couldn't parse as a request with a JSON error and closes the connection; a server's
 * `clientError` listener. Does nothing but close the socket if the client has gone or a response is already under way.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { line, message } = answers[error.code ?? ""] ?? malformed;
  refuseSocket(socket, line, new TillError("invalid_params", { message }));
}
