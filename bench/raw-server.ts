import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The baseline of Node: a constant response of the size of a payment status.
const body = JSON.stringify({ status: "requires_action", isFinal: false, pollInMs: 1_000, info: null });
const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`listening on ${port}\n`);
  process.send?.("ready");
});
