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
  // The rest of a body that may be long is never read, so the connection can't be reused. A short one is on its way.
  if (!message.complete && (isLong(message) || message.headers["transfer-encoding"] !== undefined)) message.destroy();
}

/** True for a request that says that its body is beyond the limit. */
function isLong({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > bodyLimitBytes;
}

/** A class rather than closures: thousands of requests are open at once and share its methods. */
class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
    const url = message.url ?? "/";
    const mark = url.indexOf("?");
    this.method = message.method ?? "GET";
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? noQuery : new URLSearchParams(url.slice(mark + 1));
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerTexts(): Iterable<string> {
    return this.#message.rawHeaders;
  }

  async readBody(): Promise<string> {
    if (isLong(this.#message)) throw bodyTooLong();
    return readBody(this.#message);
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
