import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isDraining } from "#lib/api/draining.ts";
import { admit, isFile } from "#lib/api/front-door.ts";
import { answerNode } from "#lib/api/mount-node.ts";
import { inPageTurn } from "#lib/api/page-turns.ts";
import { answerProbe } from "#lib/api/probes.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import { rawRefusal, refusalOfRequest } from "#lib/api/refusal.ts";
import { refuseUnreadable } from "#lib/api/refuse-unreadable.ts";
import type { RouteTable } from "#lib/api/route-table.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { beforeRefusal } from "#lib/domain/platform/rate-limit/slow-refusal.ts";
import { clientAddress, countedAddress } from "#lib/edge/client-address.ts";
import { errorHeaders } from "#lib/edge/http-error.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** The framework's part of the server. */
export type Pages = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes a development browser's connection for reloads; null in production, where every WebSocket is refused. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
};

/** A year: browsers that have been here once use no plain HTTP for that long. */
const strictTransport = "max-age=31536000";

const options: ServerOptions = {
  // A request has 30 s to arrive, its headers 10 s, and Node notices within 2 s that either has passed.
  ...{ requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  // Some HTTP libraries offer HTTP/2 with every request, and continue with HTTP/1.1 if the server ignores it.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
};

/** Creates the HTTP server of `/v1` and the pages. It isn't listening yet. */
export function createWebServer(table: RouteTable, pages: Pages): Server {
  const answer = (entrance: "api" | "probe" | "page", request: IncomingMessage, response: ServerResponse) => {
    if (entrance === "api") return answerNode(table, request, response);
    return entrance === "probe" ? answerProbe(request, response) : answerPage(pages, request, response);
  };
  const isSecure = env().PUBLIC_URL.startsWith("https:");
  const server = createServer(options, (request, response) => {
    if (isSecure) response.setHeader("strict-transport-security", strictTransport);
    // While draining, answer with "Connection: close" so that keep-alive clients don't delay shutdown.
    if (isDraining()) response.setHeader("connection", "close");
    const entrance = admit(request, response, { dev: pages.upgrade !== null });
    if (entrance === "refused") return;
    answer(entrance, request, response).catch((error: unknown) => {
      log().error({ err: error }, "a request could not be answered");
      response.destroy();
    });
  });
  server.on("upgrade", pages.upgrade ?? refuseUpgrade);
  server.on("clientError", refuseUnreadable);
  return server;
}

/** Counts a page, not a file, against its client's address, so that pages, which cost much more than a call of the API, can't starve it. */
async function answerPage(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isFile(request.url ?? "")) return pages.answer(request, response);
  const { headers, socket } = request;
  const address = clientAddress(socket.remoteAddress, [headers["x-forwarded-for"]].flat().join(","));
  const quota = await rateLimits().pagesPerAddress.spend(countedAddress(address));
  try {
    if (quota?.isOver) throw rateLimited(quota, Date.now());
    await inPageTurn(quota, countedAddress(address), () => pages.answer(request, response));
  } catch (refusal) {
    if (!isTillError(refusal) || response.headersSent) throw refusal;
    await beforeRefusal();
    refusePage(response, refusal);
  }
}

function refusePage(response: ServerResponse, refusal: TillError): void {
  const { headers: common, body } = refusalOfRequest(refusal);
  response.writeHead(429, { ...common, ...errorHeaders(refusal) }).end(body);
}

/** Nothing here speaks another protocol. No time limit of the server applies to a connection that was upgraded. */
function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => undefined);
  const message = "This server doesn't change protocols. Send the request without an Upgrade header.";
  socket.end(rawRefusal("400 Bad Request", new TillError("invalid_params", { message })), () => socket.destroy());
}
