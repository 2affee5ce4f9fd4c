import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWebServer, type Pages } from "#lib/api/create-web-server.ts";
import { refuseAfterDraining } from "#lib/api/draining.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { drain } from "#scripts/web/drain.ts";
import { setEnv } from "#test/env/set-env.ts";
import { until } from "#test/until.ts";

setEnv({ LOG_LEVEL: "silent" });
/** More than the sockets on the way to a client take in. */
const long = Buffer.alloc(16 * 1_024 * 1_024);
const pages: Pages = {
  async answer(_request, response) {
    response.end(long);
  },
  upgrade: null,
};
let server: Server;

beforeEach(async () => {
  server = createWebServer(createRouteTable([]), pages);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.closeAllConnections());

/** Opens a connection, sends bytes, and keeps its own end open whatever the server does. */
async function leave(bytes: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  await once(server, "connection");
  if (bytes !== "") socket.write(bytes);
  return socket;
}

function isRefusing(): boolean {
  try {
    refuseAfterDraining();
    return false;
  } catch {
    return true;
  }
}

test("clients with half of a request, an answer that they don't read or nothing to say don't hold a server that stops", async () => {
  const answered = once(server, "request");
  const sockets = [
    await leave("GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n"),
    await leave("POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf"),
    await leave("GET /v1/payments HTTP/1.1\r\nHos"),
    await leave("no HTTP\r\n\r\n"),
    await leave(""),
  ];
  await answered;
  await drain(server, { servedForMs: 0 }, { refusedAfterMs: 100, closedAfterMs: 200 });
  expect(server.listening).toBe(false);
  for (const socket of sockets) socket.destroy();
}, 10_000);

test("a request that is completed at the very end is refused, and asked to be repeated", async () => {
  const socket = await leave("GET /v1/payments HTTP/1.1\r\nHost: x\r\n");
  const closed = drain(server, { servedForMs: 0 }, { refusedAfterMs: 100, closedAfterMs: 30_000 });
  await until("requests to be refused", isRefusing);
  socket.write("\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1.1 503 /);
  socket.destroy();
  await closed;
}, 10_000);

test("a server whose clients are gone is closed at once", async () => {
  await drain(server, { servedForMs: 0 }, { refusedAfterMs: 30_000, closedAfterMs: 30_000 });
  expect(server.listening).toBe(false);
}, 10_000);
