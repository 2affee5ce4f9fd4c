import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Network } from "#lib/domain/platform/outbound/checked-address.ts";
import { createPost, type Post } from "#lib/domain/platform/outbound/post.ts";
import { isPublicAddress } from "#lib/domain/platform/outbound/public-address.ts";
import { createCertificate } from "#test/logos/certificate.ts";

const certificate = createCertificate(["hook.test"]);
let answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string } | null;
let requests: string[] = [];
let connections = 0;
const sockets = new Set<Socket>();
const server = createServer(certificate, (request, response) => {
  requests.push(`${request.method} ${request.url}`);
  request.resume();
  const given = answer(request.url ?? "");
  if (given !== null) response.writeHead(given.status, given.headers).end(given.body);
});
server.on("secureConnection", (socket) => {
  connections += 1;
  sockets.add(socket);
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  [requests, connections] = [[], 0];
  answer = () => ({ status: 200, body: "ok" });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The internet, with the server's address allowed and a name for it. */
const network: Network = {
  isAllowedAddress: (address) => address === "127.0.0.1" || isPublicAddress(address),
  resolve: async (hostname) => (hostname === "hook.test" ? ["127.0.0.1"] : []),
  ca: certificate.cert,
};
const send = (post: Post, path = "/hook", host = "hook.test") =>
  post(new URL(`https://${host}:${port}${path}`), {}, '{"a":1}');

test("connections are kept for the next requests to the host", async () => {
  const post = createPost(network, 5_000);
  for (let count = 0; count < 10; count += 1) {
    expect(await send(post)).toMatchObject({ kind: "answered", status: 200, answer: "ok" });
  }
  // A connection can be used again a turn of the event loop after its answer; the second request comes sooner.
  expect(connections).toBeLessThanOrEqual(2);
});

test("a connection that is always closed before an answer is an error, after two tries", async () => {
  answer = () => {
    for (const socket of sockets) socket.destroy();
    return null;
  };
  const posted = await send(createPost(network, 5_000));
  expect(posted).toMatchObject({ kind: "unanswered", error: "the connection was closed before a response arrived" });
  expect(requests).toHaveLength(2);
});

test("a kept connection that the server closes meanwhile is replaced", async () => {
  const post = createPost(network, 5_000);
  await send(post);
  for (const socket of sockets) socket.destroy();
  expect(await send(post)).toMatchObject({ status: 200 });
});

test.for([
  ["a private address", ["10.1.2.3"]],
  ["the machine itself", ["127.0.0.2"]],
  ["a cloud's metadata", ["169.254.169.254"]],
  ["a public and a private address", ["93.184.215.14", "10.1.2.3"]],
  ["no address", []],
] as const)("a name that leads to %s is refused before anything is sent", async ([, addresses]) => {
  const post = createPost({ ...network, resolve: async () => addresses }, 5_000);
  const posted = await send(post);
  expect(posted).toMatchObject({ kind: "unanswered", error: "the URL must be at a public address; hook.test is not" });
  expect([requests, connections]).toEqual([[], 0]);
});

test.for(["127.0.0.2", "[::1]", "[::ffff:10.0.0.1]"])("the address %s is refused", async (host) => {
  expect(await send(createPost(network, 5_000), "/hook", host)).toMatchObject({ kind: "unanswered" });
  expect(connections).toBe(0);
});

test("a name that leads elsewhere at the second look is refused there (DNS rebinding)", async () => {
  const answers = [["127.0.0.1"], ["10.1.2.3"]];
  const looked: string[][] = [];
  const resolve = async () => {
    looked.push(answers[looked.length] ?? []);
    return looked.at(-1) ?? [];
  };
  const post = createPost({ ...network, resolve }, 5_000);
  // The connection goes to the address that was checked, without another look.
  expect(await send(post)).toMatchObject({ status: 200 });
  expect(looked).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  expect(await send(post)).toMatchObject({ error: expect.stringContaining("must be at a public address") });
  expect(requests).toHaveLength(1);
});

test("a redirect is an answer, and isn't followed", async () => {
  answer = () => ({ status: 307, headers: { location: `https://hook.test:${port}/elsewhere` } });
  expect(await send(createPost(network, 5_000))).toMatchObject({ kind: "answered", status: 307 });
  expect(requests).toEqual(["POST /hook"]);
});

test("a certificate that isn't trusted, or of another name, is refused, whatever the environment says", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const { ca: _, ...withoutCa } = network;
  for (const [own, host] of [
    [withoutCa, "hook.test"],
    [network, "other.test"],
  ] as const) {
    const post = createPost({ ...own, resolve: async () => ["127.0.0.1"] }, 5_000);
    expect(await send(post, "/hook", host)).toMatchObject({ error: "the server's certificate is not trusted" });
  }
  expect(requests).toEqual([]);
});

test("an answer that doesn't come in time is a timeout", async () => {
  answer = () => null;
  const posted = await send(createPost(network, 200));
  expect(posted).toMatchObject({ kind: "unanswered", isTimeout: true, error: "no answer within 0.2 s" });
});

test("of a long answer, the first 2 KB are kept as text without control characters", async () => {
  answer = () => ({ status: 500, body: `a\u0000\u001b[31m\nb${"é".repeat(100_000)}` });
  const posted = await send(createPost(network, 5_000));
  if (posted.kind !== "answered") throw new Error(posted.error);
  expect(posted.answer).toMatch(/^a \[31m bé+$/);
  expect(Buffer.byteLength(posted.answer)).toBeLessThanOrEqual(2_048);
});
