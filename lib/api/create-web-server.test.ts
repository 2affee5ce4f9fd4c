import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWebServer, type Pages } from "#lib/api/create-web-server.ts";
import type { Route } from "#lib/api/define-route.ts";
import { startDraining } from "#lib/api/draining.ts";
import { createPaymentOperation } from "#lib/api/operations/payments.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { webLimits } from "#lib/api/web-limits.ts";
import { bodyLimitBytes } from "#lib/edge/read-body.ts";
import { setEnv } from "#test/env/set-env.ts";

const pagesPerMinute = 40;
setEnv({ TRUST_PROXY: "1", RATE_LIMIT_PAGES_PER_ADDRESS: String(pagesPerMinute) });

/** The paths that reached the pages, and the headers of the last request. */
const reached: (string | undefined)[] = [];
let headersReached: IncomingHttpHeaders = {};
const pages: Pages = {
  async answer(request, response) {
    reached.push(request.url);
    headersReached = { ...request.headers };
    response.end("page");
  },
  upgrade: null,
};
const server = createWebServer(createRouteTable([]), pages);
const development = createWebServer(createRouteTable([]), {
  ...pages,
  upgrade: (_request, socket) => void socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
});

beforeAll(async () => {
  for (const each of [server, development]) {
    each.listen(0, "127.0.0.1");
    await once(each, "listening");
  }
});
afterAll(() => {
  server.close();
  development.close();
});
beforeEach(() => {
  reached.length = 0;
});

/** Pages that read the whole body before they answer. */
const reading: Pages = {
  async answer(request, response) {
    await text(request).catch(() => "");
    response.end();
  },
  upgrade: null,
};

/** Sends bytes over a connection of its own. @returns all that comes back until the server ends the connection. */
async function send(bytes: string, to = server): Promise<string> {
  const socket = connect((to.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

const get = (path: string, to = server) => send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, to);
const statusOf = (answer: string) => Number(answer.split(" ")[1]);

test("tells a client for how long it keeps an idle connection", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  expect(String(answer).toLowerCase()).toContain(`keep-alive: timeout=${webLimits.idleMs / 1_000}`);
});

test.each([
  "/./v1/payments",
  "/x/../v1/payments",
  "//v1/payments",
  "/%761/payments",
  "/v%31",
  "/%2e/v1/payments",
  "/%2Fv1",
  "/x/%2e%2e/v1",
  "/\\v1",
  "/x%5c..%5cv1",
  "/pay//x",
  "/pay/..",
  "http://user@host/v1/payments",
  "http:///v1/payments",
  "http://host:99999/v1/payments",
  "ftp://host/v1/payments",
  "http://host//v1/payments",
  "http://host/v1/../payments",
  "*",
  "/v1//payments",
  "/v1/./payments",
  "/v1/gateway/../payments",
  "/v1/%2e%2e/payments",
  "/v1/payments/%zz",
])("the path %s is refused before any page sees it", async (path) => {
  const answer = await get(path);
  expect(statusOf(answer)).toBe(400);
  expect(answer).toContain('{"code":"invalid_params","message":"The path isn\'t in its normal form.');
  expect(reached).toEqual([]);
});

test("a refusal carries the request's own id, and can be read by a wallet in a browser", async () => {
  const ask = (path: string) =>
    send(`GET ${path} HTTP/1.1\r\nHost: x\r\nRequest-Id: mine-1\r\nOrigin: https://w.example\r\n\r\n`);
  const byWallet = await ask("/v1/gateway/payment//pay_1");
  expect(byWallet).toContain("\r\nrequest-id: mine-1\r\n");
  expect(byWallet).toContain("\r\naccess-control-allow-origin: *\r\n");
  const byPartner = await ask("/v1//payments");
  expect(byPartner).toContain("\r\nrequest-id: mine-1\r\n");
  expect(byPartner).not.toContain("access-control-allow-origin");
});

test.each(["/", "/pay/pay_1?theme=dark&x=//", "/dashboard/caf%C3%A9", "/.well-known/x", "/v10", "/_next/static/a.js"])(
  "the path %s reaches the pages unchanged",
  async (path) => {
    expect(statusOf(await get(path))).toBe(200);
    expect(reached).toEqual([path]);
  },
);

test.each([
  ["http://other.example/pay/pay_1?theme=dark", "/pay/pay_1?theme=dark"],
  ["HTTPS://other.example:8443/", "/"],
  ["http://other.example", "/"],
  ["http://[::1]:3000?x=1", "/?x=1"],
])("the target %s in absolute form reaches the pages as %s, with its host", async (target, path) => {
  expect(statusOf(await get(target))).toBe(200);
  expect(reached).toEqual([path]);
  expect(headersReached.host).toBe(/\/\/([^/?]+)/.exec(target)?.[1]);
});

test("a target in absolute form reaches the API and the probes, and needs a Host header all the same", async () => {
  const unknown = await get("http://other.example/v1/nothing?x=1");
  expect([statusOf(unknown), unknown.includes('"code":"not_found"')]).toEqual([404, true]);
  expect(statusOf(await get("http://other.example/healthz"))).toBe(200);
  expect(statusOf(await send("GET http://other.example/sign-in HTTP/1.1\r\nConnection: close\r\n\r\n"))).toBe(400);
});

test.each(["*", "http://other.example"])(
  "OPTIONS %s asks about the server, which names its methods",
  async (target) => {
    const answer = await send(`OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(statusOf(answer)).toBe(204);
    expect(answer).toContain("\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n");
    expect(reached).toEqual([]);
  },
);

test.each([
  ["Content-Encoding: gzip", "Content-Encoding is gzip"],
  ["Content-Type: application/x-www-form-urlencoded; charset=utf-16", "Content-Type has the charset utf-16"],
])("a form with %s is refused, naming the header", async (header, message) => {
  const post = (more: string) =>
    send(`POST /sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n${more}\r\n\r\n`);
  const answer = await post(header);
  expect([statusOf(answer), answer.includes(message)]).toEqual([415, true]);
  expect(reached).toEqual([]);
  expect(statusOf(await post("Content-Type: application/x-www-form-urlencoded;charset=UTF-8"))).toBe(200);
});

test("ids in a path of the API may hold encoded slashes", async () => {
  expect(statusOf(await get("/v1/gateway/https%3A%2F%2Ftill.example%2Fpay%2F1"))).toBe(404);
});

test("the framework sees no server action, form with files or range of bytes, at which it fails", async () => {
  const headers = "Host: x\r\nConnection: close\r\nContent-Length: 0\r\n";
  await send(`POST /sign-in HTTP/1.1\r\n${headers}Next-Action: x\r\nRange: bytes=5-1\r\nAccept: a\r\n\r\n`);
  expect(headersReached).toMatchObject({ accept: "a" });
  expect(headersReached).not.toHaveProperty("next-action");
  expect(headersReached).not.toHaveProperty("range");
  const form = `POST /sign-in HTTP/1.1\r\n${headers}Content-Type: Multipart/form-data; boundary=x\r\n\r\n`;
  expect(statusOf(await send(form))).toBe(415);
  expect(reached).toEqual(["/sign-in"]);
});

test("a page's path with broken percent encoding gets the 404 page", async () => {
  await get("/pay/%E0%A4%A");
  expect(reached).toEqual(["/404"]);
});

test.each(["/_next/image?url=%2Ficon.svg&w=64&q=75", "/_next/webpack-hmr", "/_next/"])(
  "the framework's endpoint %s is served in development only",
  async (path) => {
    expect(statusOf(await get(path))).toBe(404);
    expect(reached).toEqual([]);
    expect(statusOf(await get(path, development))).toBe(200);
  },
);

test.each([
  ["TRACE", "/sign-in", "GET, HEAD, POST"],
  ["OPTIONS", "/", "GET, HEAD, POST"],
  ["POST", "/_next/static/a.js", "GET, HEAD"],
  ["OPTIONS", "/embed.js", "GET, HEAD"],
  ["POST", "/examples/embed.html", "GET, HEAD"],
])("the method %s of %s, at which the framework fails, is refused before", async (method, path, allow) => {
  const answer = await send(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(statusOf(answer)).toBe(405);
  expect(answer.toLowerCase()).toContain(`allow: ${allow.toLowerCase()}\r\n`);
  expect(reached).toEqual([]);
});

test.each([
  ["without Host", "", 400, "The Host header is missing."],
  ["that expects what no server does", "Host: x\r\nExpect: x\r\n", 417, "Remove the Expect header"],
])("a request %s is refused in JSON, like any other", async (_name, headers, status, message) => {
  for (const path of ["/v1/payments", "/sign-in", "/healthz"]) {
    const [head = "", body = ""] = (await send(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)).split("\r\n\r\n");
    expect(statusOf(head)).toBe(status);
    expect(JSON.parse(body)).toEqual({ code: "invalid_params", message: expect.stringContaining(message) });
    for (const name of ["request-id", "service-version", "wcp-version"]) expect(head).toMatch(`\r\n${name}: `);
    expect(head).toContain("\r\ncache-control: no-store\r\n");
  }
  expect(reached).toEqual([]);
});

test("a request of HTTP/1.0 needs no Host, and one that expects 100-continue gets it", async () => {
  expect(statusOf(await send("GET /sign-in HTTP/1.0\r\n\r\n"))).toBe(200);
  const all = "Host: x\r\nConnection: close\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\na";
  expect(await send(`POST /sign-in HTTP/1.1\r\n${all}`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
});

const post = (headers: string) => send(`POST /dashboard/data/x HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);

test("a page's body that is too long, or has no length, is refused without waiting for it", async () => {
  expect(statusOf(await post(`Content-Length: ${bodyLimitBytes + 1}`))).toBe(413);
  expect(statusOf(await post("Transfer-Encoding: chunked"))).toBe(413);
  expect(reached).toEqual([]);
  const body = "x".repeat(bodyLimitBytes);
  const all = `Connection: close\r\nContent-Length: ${bodyLimitBytes}\r\n\r\n${body}`;
  expect(statusOf(await send(`POST /dashboard/data/x HTTP/1.1\r\nHost: x\r\n${all}`))).toBe(200);
});

test("a WebSocket is refused and its connection closed; in development it reaches the framework", async () => {
  const upgrade = "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const answers = await Promise.all(Array.from({ length: 300 }, () => send(upgrade)));
  expect(new Set(answers.map(statusOf))).toEqual(new Set([400]));
  expect(JSON.parse(answers[0]?.split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: "invalid_params" });
  expect(statusOf(await send(upgrade, development))).toBe(101);
});

test("a WebSocket's connection is closed even if its client keeps its end open", async () => {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const [accepted] = (await once(server, "connection")) as [Socket];
  expect(statusOf(await text(socket))).toBe(400);
  if (!accepted.destroyed) await once(accepted, "close");
  socket.destroy();
});

test("the API doesn't wait for a long body that it has refused", async () => {
  // So that nothing else closes the connections before the time limit of a request.
  server.keepAliveTimeout = 0;
  const head = `POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyLimitBytes + 1}\r\n\r\n`;
  expect(statusOf(await send(head))).toBe(404);
  const chunked = "POST /v1/payments HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(statusOf(await send(chunked))).toBe(404);
}, 15_000);

test("the API refuses a body by its Content-Length before it arrives, and cuts one off that has none at the limit", async () => {
  const read: Route = {
    operation: createPaymentOperation,
    run: async (request) => ({ status: 200, body: JSON.stringify((await request.readBody()).length), isReplay: false }),
  };
  const api = createWebServer(createRouteTable([read]), pages);
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  const head = "POST /v1/payments HTTP/1.1\r\nHost: x\r\n";
  expect(statusOf(await send(`${head}Content-Length: ${bodyLimitBytes + 1}\r\n\r\n`, api))).toBe(413);
  const chunk = `${bodyLimitBytes.toString(16)}\r\n${"x".repeat(bodyLimitBytes)}\r\n`;
  expect(statusOf(await send(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}1\r\nx\r\n`, api))).toBe(413);
  const all = `${head}Connection: close\r\nContent-Length: ${bodyLimitBytes}\r\n\r\n${"x".repeat(bodyLimitBytes)}`;
  expect(await send(all, api)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\r\n\r\n65536$/);
  api.close();
}, 8_000);

const from = (address: string, path = "/sign-in") =>
  send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: ${address}\r\n\r\n`);

/** Asks for a path so many times, fewer at a time than may wait for a turn. */
async function flood(address: string, path: string, count: number): Promise<string[]> {
  const answers: string[] = [];
  while (answers.length < count) {
    const next = Math.min(400, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: next }, () => from(address, path)))));
  }
  return answers;
}

const files = ["/_next/static/a.js", "/embed.js?x=1", "/examples/embed.html", "/icons/tokens/usdc.svg"];

test("an address gets 429 for pages and files beyond its limit, other addresses don't", async () => {
  const answers = await flood("203.0.113.1", "/sign-in", pagesPerMinute + 1);
  expect(answers.map(statusOf).filter((status) => status === 429)).toHaveLength(1);
  const refused = await from("203.0.113.1");
  expect(statusOf(refused)).toBe(429);
  expect(refused.toLowerCase()).toMatch(/retry-after: \d+\r\n/);
  expect(refused.toLowerCase()).toContain("connection: close\r\n");
  const rendered = ["/icons/none.svg", "/icons/tokens", "/examples/none", `/logos/${"ab".repeat(32)}`, "/embed.js/x"];
  const others = await Promise.all([...rendered, ...files].map((path) => from("203.0.113.1", path)));
  expect(new Set(others.map(statusOf))).toEqual(new Set([429]));
  expect(statusOf(await from("203.0.113.2"))).toBe(200);
});

test("a file counts as a twentieth of a page", async () => {
  const half = await flood("203.0.113.3", "/_next/static/a.js", (pagesPerMinute / 2) * 20);
  expect(new Set(half.map(statusOf))).toEqual(new Set([200]));
  const rest = await flood("203.0.113.3", "/sign-in", pagesPerMinute / 2 + 1);
  expect(rest.map(statusOf).filter((status) => status === 429)).toHaveLength(1);
});

const list = (count: number, separator: string) => Array(count).fill("a=1").join(separator);

test.each([
  [
    "a query of 201 parameters",
    `/sign-in?${list(201, "&")}`,
    "",
    414,
    "The query has 201 parameters. Send at most 200.",
  ],
  ["a query of empty parameters", `/sign-in?${"&".repeat(200)}`, "", 414, "The query has 201 parameters."],
  ["a query of 8,193 bytes", `/sign-in?${"a".repeat(8_193)}`, "", 414, "The query has 8193 bytes. Send at most 8192."],
  ["a path of 2,049 bytes", `/${"a".repeat(2_048)}`, "", 414, "The path has 2049 bytes. Send at most 2048."],
  [
    "101 cookies",
    "/sign-in",
    `Cookie: ${list(101, "; ")}\r\n`,
    431,
    "The cookies are 101. Send at most 100, or delete",
  ],
  ["101 cookies in as many headers", "/sign-in", "Cookie: a=1\r\n".repeat(101), 431, "The cookies are 101."],
  ["8,193 bytes of cookies", "/sign-in", `Cookie: ${"a".repeat(8_193)}\r\n`, 431, "The cookies have 8193 bytes."],
  ["201 cookies of a file", "/embed.js", `Cookie: ${list(201, ";")}\r\n`, 431, "The cookies are 201."],
])("%s never reach the pages", async (_name, target, headers, status, message) => {
  const answer = await send(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  expect(statusOf(answer)).toBe(status);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    code: "invalid_params",
    message: expect.stringContaining(message),
  });
  expect(reached).toEqual([]);
});

test("as many as are allowed do", async () => {
  const query = `${list(199, "&")}&${"a".repeat(8_192 - 199 * 4)}`;
  const target = `/${"a".repeat(2_047)}?${query}`;
  const cookie = `Cookie: ${list(99, ";")};${"a".repeat(4_000)}`;
  const headers = `Host: x\r\nConnection: close\r\n${cookie}\r\n${"X: y\r\n".repeat(197)}`;
  expect(statusOf(await send(`GET ${target} HTTP/1.1\r\n${headers}\r\n`))).toBe(200);
  expect(reached).toEqual([target]);
});

test("the API takes a thousand parameters and any cookies, but no more than 200 headers", async () => {
  const api = (headers: string, query = "") => send(`GET /v1/none${query} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  const cookies = `Connection: close\r\nCookie: ${list(2_000, ";")}\r\n`;
  expect(statusOf(await api(cookies, `?${list(1_000, "&")}`))).toBe(404);
  for (const count of [200, 900]) {
    const answer = await api("a:\r\n".repeat(count));
    expect(statusOf(answer)).toBe(431);
    expect(answer).toMatch(/The request has \d+ headers. Send at most 200\./);
  }
});

test("every answer keeps browsers on HTTPS", async () => {
  for (const path of ["/sign-in", "/v1/none", "/%2e/v1", "/healthz"]) {
    expect((await get(path)).toLowerCase()).toContain("strict-transport-security: max-age=31536000\r\n");
  }
});

test.each([
  ["headers that never end are", { headersMs: 200 }, "GET / HTTP/1.1\r\nHost: x\r\n"],
  [
    "a body that never ends is",
    { headersMs: 200, requestMs: 200 },
    "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
  ],
])(
  "%s cut off within the limit, soon after it has passed",
  async (_name, limits, sent) => {
    const hasty = createWebServer(createRouteTable([]), reading, { ...webLimits, checkEveryMs: 50, ...limits });
    hasty.listen(0, "127.0.0.1");
    await once(hasty, "listening");
    expect(statusOf(await send(sent, hasty))).toBe(408);
    hasty.close();
  },
  8_000,
);

test("an offer of HTTP/2 is ignored, because some HTTP libraries make it with every request", async () => {
  const offer = "Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk";
  expect(statusOf(await send(`GET /sign-in HTTP/1.1\r\nHost: x\r\n${offer}\r\n\r\n`))).toBe(200);
  expect(reached).toEqual(["/sign-in"]);
});

test("connections are closed after each answer once the process drains", async () => {
  startDraining();
  for (const path of ["/sign-in", "/v1/none"]) {
    const answer = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer.toLowerCase()).toContain("connection: close\r\n");
  }
}, 15_000);
