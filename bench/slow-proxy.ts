import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type SlowProxy = { url: string; stop(): void };

/** Starts a proxy that delays the responses of a local node to network latency. */
export async function startSlowProxy(target: string, delayMs: number): Promise<SlowProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [answer] = await Promise.all([
      fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.concat(chunks) }),
      pause(delayMs),
    ]);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
