import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import next, { type NextConfig } from "next";
import type { Pages } from "#lib/api/create-web-server.ts";
import { withPeer } from "#lib/edge/client-address.ts";

export type NextPages = Pages & { close(): Promise<void> };

/**
 * Prepares Next in this process.
 * @param peerOf the remote address of the client that sent a request.
 */
export async function prepareNextPages(
  options: { dev: boolean; hostname: string; port: number },
  peerOf: (request: Parameters<Pages["answer"]>[0]) => string | undefined,
): Promise<NextPages> {
  // Next listens for upgrades on the server that it is given, and leaves those that it doesn't know open for ever.
  const app = next({ ...options, httpServer: createServer(), ...(options.dev ? {} : { conf: await builtConfig() }) });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    answer: (request, response) => withPeer(peerOf(request), () => handle(request, response)),
    upgrade: options.dev ? app.getUpgradeHandler() : null,
    close: () => app.close(),
  };
}

/** Returns the configuration that the pages were built with, because reading next.config.ts takes a compiler. */
async function builtConfig(): Promise<NextConfig> {
  return JSON.parse(await readFile(".next/required-server-files.json", "utf8")).config;
}
