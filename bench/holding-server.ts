import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// The baseline for held requests: a bare Node server that never responds.
const held = new Set<ServerResponse>();
const server = createServer((_request, response) => void held.add(response));
server.listen(Number(process.env.PORT), "127.0.0.1", () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
  process.send?.("ready");
});
