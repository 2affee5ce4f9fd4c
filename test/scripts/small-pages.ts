import { createServer } from "node:http";
import { json } from "node:stream/consumers";

// Pages for pages-process.test.ts: tells what it received, and ends when asked to.
const seen: (string | undefined)[] = [];
const server = createServer(async (request, response) => {
  seen.push(request.url);
  if (request.url === "/crash") process.kill(process.pid, "SIGKILL");
  if (request.url === "/half") {
    response.write("half", () => process.kill(process.pid, "SIGKILL"));
    return;
  }
  const body = request.method === "POST" ? await json(request) : null;
  response.end(
    JSON.stringify({ pid: process.pid, url: request.url, peer: request.headers["x-till-peer"], body, seen }),
  );
});
server.listen(process.argv[2], () => process.send?.("ready"));
process.on("SIGTERM", () => {
  if (process.env.IGNORES_SIGTERM === undefined) process.exit(0);
});
process.on("disconnect", () => process.exit(0));
