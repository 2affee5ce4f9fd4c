import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isDraining } from "#lib/api/draining.ts";
import { admit } from "#lib/api/front-door.ts";
import { answerNode } from "#lib/api/mount-node.ts";
import { refuseUnreadable } from "#lib/api/refuse-unreadable.ts";
import type { RouteTable } from "#lib/api/route-table.ts";
import { log } from "#lib/log/log.ts";

/** The framework's part of the server. */
export type Pages = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes a development browser's connection for reloads; null in production, where every WebSocket is refused. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
};

const options: ServerOptions = {
  // A request has 30 s to arrive, its headers 10 s, and Node notices within 2 s that either has passed.
  ...{ requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  // Some HTTP libraries offer HTTP/2 with every request, and continue with HTTP/1.1 if the server ignores it.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
};

/** Creates the HTTP server of `/v1` and the pages. It isn't listening yet. */
export function createWebServer(table: RouteTable, pages: Pages): Server {
  const server = createServer(options, (request, response) => {
    // While draining, answer with "Connection: close" so that keep-alive clients don't delay shutdown.
    if (isDraining()) response.setHeader("connection", "close");
    const entrance = admit(request, response, { dev: pages.upgrade !== null });
    if (entrance === "refused") return;
    const answered = entrance === "api" ? answerNode(table, request, response) : pages.answer(request, response);
    answered.catch((error: unknown) => {
      log().error({ err: error }, "a request could not be answered");
      response.destroy();
    });
  });
  server.on("upgrade", pages.upgrade ?? refuseUpgrade);
  server.on("clientError", refuseUnreadable);
  return server;
}

/** Nothing here speaks another protocol. No time limit of the server applies to a connection that was upgraded. */
function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => undefined);
  socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => socket.destroy());
}
