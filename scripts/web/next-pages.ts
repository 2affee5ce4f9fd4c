import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import next from "next";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import type { Pages } from "#lib/api/create-web-server.ts";
import { refusalOfRequest } from "#lib/api/refusal.ts";
import { TillError } from "#lib/core/errors.ts";
import { withPeer } from "#lib/edge/client-address.ts";
import { env } from "#lib/env/env.ts";
import { enterMode } from "#scripts/web/enter-mode.ts";
import { inRenderQueue } from "#scripts/web/render-queue.ts";

export type NextPages = Pages & { close(): Promise<void> };

/**
 * Prepares Next in this process.
 * @param peerOf the remote address of the client that sent a request.
 */
export async function prepareNextPages(
  options: { dev: boolean; hostname: string; port: number },
  peerOf: (request: IncomingMessage) => string | undefined,
): Promise<NextPages> {
  // Next listens for upgrades on the server that it is given, and leaves those that it doesn't know open for ever.
  if (!options.dev) await setBuiltConfig();
  const app = next({ ...options, httpServer: createServer() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const isSecure = env().PUBLIC_URL.startsWith("https:");
  return {
    async answer(request, response) {
      if (enterMode(request, response, isSecure)) return;
      const render = () => handle(request, response);
      if (hasRouterState(request)) return withPeer(peerOf(request), () => inRenderQueue(request, response, render));
      const message = "The header Next-Router-State-Tree isn't one that the pages send. Load the page again.";
      const { headers, body } = refusalOfRequest(new TillError("invalid_params", { message }), request);
      response.writeHead(400, headers).end(body);
    },
    upgrade: options.dev ? app.getUpgradeHandler() : null,
    close: () => app.close(),
  };
}

/** False for a router state that Next can't read, which it would answer with 500 and log as an error. */
function hasRouterState({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives Next the configuration that the pages were built with, as its own standalone server does: reading
 * next.config.ts takes a compiler, and without this variable Next loads webpack, which packages don't have.
 */
async function setBuiltConfig(): Promise<void> {
  const { config } = JSON.parse(await readFile(".next/required-server-files.json", "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
