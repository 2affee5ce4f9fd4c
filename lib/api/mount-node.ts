import type { IncomingMessage, ServerResponse } from "node:http";
import { handleRequest } from "#lib/api/handle-request.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import type { RouteTable } from "#lib/api/route-table.ts";
import { clientAddress } from "#lib/edge/client-address.ts";
import { bodyLimitBytes, bodyTooLong, readBody } from "#lib/edge/read-body.ts";

const noQuery = new URLSearchParams();

/** Handles a `node:http` request of the custom server. */
export async function answerNode(table: RouteTable, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await handleRequest(table, new NodeRequest(message, response));
  if (response.destroyed) return;
  response.writeHead(status, body === null ? headers : { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(message.method === "HEAD" ? undefined : (body ?? undefined));
  // A short body is on its way. The connection of one that may be long isn't used again.
  if (!message.complete && (isLong(message) || message.headers["transfer-encoding"] !== undefined)) leave(message);
}

/** The time in which a client that is still sending can read the answer. */
const leaveAfterMs = 1_000;

/**
 * Discards the rest of a body for a moment, and closes the connection. Closed at once, with bytes unread, it
 * would be reset before the client has read the answer.
 */
function leave(message: IncomingMessage): void {
  const overdue = setTimeout(() => message.destroy(), leaveAfterMs);
  message.once("close", () => clearTimeout(overdue)).resume();
}

/** True for a request that says that its body is beyond the limit. */
function isLong({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > bodyLimitBytes;
}

/** A class rather than closures: thousands of requests are open at once and share its methods. */
class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly #search: string;
  #query: URLSearchParams | undefined;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
    const url = message.url ?? "/";
    const mark = url.indexOf("?");
    this.method = message.method ?? "GET";
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.#search = mark === -1 ? "" : url.slice(mark + 1);
  }

  /** Parsed when it is read: it may have thousands of parameters, which a request without good credentials needn't cost. */
  get query(): URLSearchParams {
    this.#query ??= this.#search === "" ? noQuery : new URLSearchParams(this.#search);
    return this.#query;
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  async readBody(): Promise<string> {
    if (isLong(this.#message)) throw bodyTooLong();
    // Otherwise a body that is cut off would take the connection with it, and no answer would be sent.
    return readBody(this.#message.iterator({ destroyOnReturn: false }));
  }

  get remoteAddress(): string | null {
    const { headers, socket } = this.#message;
    const forwardedFor = headers["x-forwarded-for"];
    const written = Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor;
    return clientAddress(socket.remoteAddress, written);
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  onGone(listener: () => void): () => void {
    this.#response.once("close", listener);
    return () => this.#response.off("close", listener);
  }
}
