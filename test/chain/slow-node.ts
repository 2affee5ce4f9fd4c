import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Call = { method: string; params: unknown };

/** A proxy in front of a node. */
export type SlowNode = { url: string; stop(): Promise<void> };

/**
 * Starts a proxy that delays a node's responses.
 * @param delayOf returns the milliseconds by which the response to these calls, one batch, is delayed.
 */
export async function startSlowNode(target: string, delayOf: (calls: readonly Call[]) => number): Promise<SlowNode> {
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const parsed = JSON.parse(body) as Call | Call[];
    const delay = delayOf(Array.isArray(parsed) ? parsed : [parsed]);
    const headers = { "content-type": "application/json" };
    const text = await fetch(target, { method: "POST", headers, body }).then(
      (answer) => answer.text(),
      () => "the node has been stopped",
    );
    setTimeout(() => response.writeHead(200, headers).end(text), delay).unref();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
