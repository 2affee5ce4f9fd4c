import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseUnreadable } from "#lib/api/refuse-unreadable.ts";

let server: Server;

beforeAll(async () => {
  const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };
  server = createServer(limits, (request, response) => {
    request.resume().on("end", () => response.end());
  });
  server.on("clientError", refuseUnreadable);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test.for([
  ["text that isn't HTTP", "hello\r\n\r\n", "400", "The request isn't valid HTTP."],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400", "valid HTTP"],
  ["a line break in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n", "400", "valid HTTP"],
  ["oversized headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, "431", "too large"],
  ["headers that never end", "GET / HTTP/1.1\r\nHost: a\r\n", "408", "too long to arrive"],
  ["a body that never arrives", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", "408", "too long to arrive"],
] as const)("%s is refused in JSON", async ([, sent, status, message]) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(sent);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head.toLowerCase()).toContain("content-type: application/json");
  expect(head.toLowerCase()).toContain("cache-control: no-store");
  expect(JSON.parse(body)).toEqual({ code: "invalid_params", message: expect.stringContaining(message) });
});
