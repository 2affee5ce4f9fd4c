import { createServer } from "node:http";
import { json } from "node:stream/consumers";

// Pages for pages-process.test.ts: tells what it received, and ends when asked to.
const seen: (string | undefined)[] = [];
let held = 0;
let maxHeld = 0;
const server = createServer(async (request, response) => {
  if (request.url === "/healthz") {
    response.end();
    return;
  }
  seen.push(request.url);
  if (request.url === "/hang") for (;;);
  if (request.url?.endsWith("/held")) {
    held += 1;
    maxHeld = Math.max(maxHeld, held);
    response.once("close", () => {
      held -= 1;
    });
    // More than the sockets on the way to a client take in.
    response.end(Buffer.alloc(16 * 1_024 * 1_024));
    return;
  }
  if (request.url === "/crash") process.kill(process.pid, "SIGKILL");
  if (request.url === "/half") {
    response.write("half", () => process.kill(process.pid, "SIGKILL"));
    return;
  }
  const body = request.method === "POST" ? await json(request) : null;
  response.end(
    JSON.stringify({
      pid: process.pid,
      url: request.url,
      peer: request.headers["x-till-peer"],
      body,
      seen,
      held,
      maxHeld,
    }),
  );
});
server.listen(process.argv[2], () => process.send?.("ready"));
process.on("SIGTERM", () => {
  if (process.env.IGNORES_SIGTERM === undefined) process.exit(0);
});
process.on("disconnect", () => process.exit(0));
