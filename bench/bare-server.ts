import { createServer } from "node:http";

// The baselines of Node: a constant response of the size of a payment's status, and requests to /held that
// are never answered.
const body = JSON.stringify({ status: "requires_action", isFinal: false, pollInMs: 1_000, info: null });
const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) };
const server = createServer((request, response) => {
  if (request.url !== "/held") response.writeHead(200, headers).end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
