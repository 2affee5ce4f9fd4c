import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import path from "node:path";
import type { Duplex } from "node:stream";
import { isDraining } from "#lib/api/draining.ts";
import { admit, createIsFile } from "#lib/api/front-door.ts";
import { answerNode } from "#lib/api/mount-node.ts";
import { createOpenPages } from "#lib/api/open-pages.ts";
import { pathOf } from "#lib/api/path-of.ts";
import { answerProbe } from "#lib/api/probes.ts";
import { filesPerPage, rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import { refusalOfRequest, refuseSocket, strictestPolicy } from "#lib/api/refusal.ts";
import { refuseUnreadable } from "#lib/api/refuse-unreadable.ts";
import type { RouteTable } from "#lib/api/route-table.ts";
import { createUnanswered } from "#lib/api/unanswered.ts";
import { type WebLimits, webLimits } from "#lib/api/web-limits.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { clientAddress, countedAddress } from "#lib/edge/client-address.ts";
import { errorHeaders } from "#lib/edge/http-error.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** The framework's part of the server. */
export type Pages = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Takes a development browser's connection for reloads; null in production, where every WebSocket is
   * refused.
   */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
  /** Says what keeps the pages from being shown; null when nothing does. */
  findProblem?(): string | null;
};

/** A year: browsers that have been here once use no plain HTTP for that long. */
const strictTransport = "max-age=31536000";

function optionsOf({ headersMs, requestMs, idleMs, checkEveryMs }: WebLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkEveryMs,
    // The front door refuses a request without Host: Node's own answer has no body.
    requireHostHeader: false,
    // Some HTTP libraries offer HTTP/2 with every request, and continue with HTTP/1.1 if the server ignores
    // it.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  };
}

/** Creates the HTTP server of `/v1` and the pages. It isn't listening yet. */
export function createWebServer(table: RouteTable, pages: Pages, limits: WebLimits = webLimits): Server {
  const isCounted = createUnanswered(limits);
  const inOrder = createOrder();
  const openPages = createOpenPages(limits);
  const isFile = createIsFile(listPublicFiles());
  const answer = (entrance: "api" | "probe" | "page", request: IncomingMessage, response: ServerResponse) => {
    if (entrance === "api") return answerNode(table, request, response);
    if (entrance === "probe") return answerProbe(request, response, () => pages.findProblem?.() ?? null);
    const answerPage = (address: string) => openPages(address, response, () => pages.answer(request, response));
    return inOrder(response, () => inLimits(request, response, { isFile: isFile(pathOf(request)), answerPage }));
  };
  const isSecure = env().PUBLIC_URL.startsWith("https:");
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (!isCounted(request, response)) return;
    if (isSecure) response.setHeader("strict-transport-security", strictTransport);
    // While draining, answer with "Connection: close" so that keep-alive clients don't delay shutdown.
    if (isDraining()) response.setHeader("connection", "close");
    const entrance = admit(request, response, { dev: pages.upgrade !== null, isFile, limits });
    if (entrance === "refused") return;
    // Errors and files have no policy of their own. In development, Next adds its own policy to this one,
    // instead of replacing it.
    if (entrance !== "api" && pages.upgrade === null) response.setHeader("content-security-policy", strictestPolicy);
    answer(entrance, request, response).catch((error: unknown) => {
      log().error({ err: error }, "a request could not be answered");
      response.destroy();
    });
  };
  const server = createServer(optionsOf(limits), onRequest);
  // In development, a page may take longer to compile.
  if (pages.upgrade === null) server.timeout = limits.inactiveMs;
  // The front door refuses these too, again because Node's own answer has no body.
  server.on("checkExpectation", onRequest);
  server.on("upgrade", pages.upgrade ?? refuseUpgrade);
  server.on("clientError", refuseUnreadable);
  return server;
}

/**
 * Creates a function that does the work for a response once the previous one over the same connection is
 * done. Otherwise hundreds of requests that a client sends at once over one connection would be with the
 * pages at once, and each would wait there until the client reads.
 */
function createOrder(): (response: ServerResponse, work: () => Promise<void>) => Promise<void> {
  const last = new WeakMap<Duplex, Promise<void>>();
  return async (response, work) => {
    const { socket } = response.req;
    const before = last.get(socket);
    const done = Promise.withResolvers<void>();
    last.set(socket, done.promise);
    await before;
    // Node emits "close" only on the response that has the connection, not on those that wait for it.
    if (socket.destroyed) return done.resolve();
    response.once("close", done.resolve);
    await work();
  };
}

/**
 * Counts a page, and a file at a twentieth of its price, against its client's address, so that pages, which
 * cost much more than a call of the API, can't starve it.
 */
async function inLimits(
  request: IncomingMessage,
  response: ServerResponse,
  { isFile, answerPage }: { isFile: boolean; answerPage: (address: string) => Promise<void> },
): Promise<void> {
  const { headers, socket } = request;
  const address = countedAddress(clientAddress(socket.remoteAddress, [headers["x-forwarded-for"]].flat().join(",")));
  try {
    await countPage(address, isFile ? 1 : filesPerPage);
    await answerPage(address);
  } catch (refusal) {
    if (!isTillError(refusal) || response.headersSent) throw refusal;
    refusePage(request, response, refusal);
  }
}

async function countPage(address: string, price: number): Promise<void> {
  const { perSecond, pagesPerAddress } = rateLimits();
  for (const budget of [perSecond.pages, pagesPerAddress]) {
    const quota = await budget.spend(address, price);
    if (quota?.isOver) throw rateLimited(quota, Date.now());
  }
}

function refusePage(request: IncomingMessage, response: ServerResponse, refusal: TillError): void {
  const { headers: common, body } = refusalOfRequest(refusal, request);
  response.writeHead(429, { ...common, ...errorHeaders(refusal), connection: "close" }).end(body);
}

/**
 * Nothing here speaks another protocol. No time limit of the server applies to a connection that was
 * upgraded.
 */
function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => undefined);
  const message = "This server doesn't change protocols. Send the request without an Upgrade header.";
  refuseSocket(socket, "400 Bad Request", new TillError("invalid_params", { message }));
}

/**
 * Returns the URL paths of the files in `public`, which the framework serves from disk. Empty without such a
 * folder.
 */
function listPublicFiles(directory = "public"): ReadonlySet<string> {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const relative = files.map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)));
    return new Set(relative.map((each) => `/${each.split(path.sep).join("/")}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Set();
    throw error;
  }
}
