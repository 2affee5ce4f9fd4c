import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseUnreadable } from "#lib/api/refuse-unreadable.ts";

const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };
const [patient, hurried] = [{}, limits].map((options) =>
  createServer(options, (request, response) => {
    request.resume().on("end", () => response.end());
  }),
) as [Server, Server];

beforeAll(async () => {
  for (const server of [patient, hurried]) {
    server.on("clientError", refuseUnreadable);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
});
afterAll(() => {
  patient.close();
  hurried.close();
});

const unreadable = [
  ["text that isn't HTTP", "hello\r\n\r\n", "400", "The request isn't valid HTTP."],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400", "valid HTTP"],
  ["a line break in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n", "400", "valid HTTP"],
  ["oversized headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, "431", "too large"],
  ["headers that never end", "GET / HTTP/1.1\r\nHost: a\r\n", "408", "too long to arrive"],
  ["a body that never arrives", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", "408", "too long to arrive"],
] as const;

test.for(unreadable)("%s is refused in JSON, and its connection is closed", async ([, sent, status, message]) => {
  const server = status === "408" ? hurried : patient;
  const accepted = once(server, "connection") as Promise<[Socket]>;
  // The client keeps its own end open.
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write(sent);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head.toLowerCase()).toContain("content-type: application/json");
  expect(head.toLowerCase()).toContain("cache-control: no-store");
  expect(head.toLowerCase()).toMatch(/request-id: [0-9a-f-]{36}\r\n/);
  expect(head.toLowerCase()).toContain("wcp-version: 2026-02-18\r\nconnection: close");
  expect(JSON.parse(body)).toEqual({ code: "invalid_params", message: expect.stringContaining(message) });
  const [connection] = await accepted;
  if (!connection.destroyed) await once(connection, "close");
  socket.destroy();
});
