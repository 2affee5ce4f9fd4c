import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Receives webhooks: /slow answers after ten seconds, every other path at once. Reports what came on request.
const arrivals = new Map<string, { count: number; firstMs: number; lastMs: number; ids: Record<string, number> }>();
const server = createServer((request, response) => {
  const path = request.url ?? "";
  const atMs = Date.now();
  const seen = arrivals.get(path) ?? { count: 0, firstMs: atMs, lastMs: atMs, ids: {} };
  arrivals.set(path, seen);
  seen.count += 1;
  seen.lastMs = atMs;
  if (path.startsWith("/timed")) seen.ids[String(request.headers["webhook-id"])] = atMs;
  request.resume();
  request.on("end", () => {
    if (path === "/slow") setTimeout(() => response.end("late"), 10_500);
    else response.end("ok");
  });
});
process.on("message", () => process.send?.(Object.fromEntries(arrivals)));
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
