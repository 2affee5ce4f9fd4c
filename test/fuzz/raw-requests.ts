import type { Random } from "#test/fault/random.ts";
import type { FuzzPartner } from "./fuzz-partner.ts";
import type { RawRequest } from "./fuzz-request.ts";

const paths = [
  "/v1/payments",
  "/v1/gateway/payment/x",
  "/",
  "/sign-in",
  "/pay/x",
  "/dashboard/data/x",
  "/healthz",
  "/embed.js",
];
const oddPaths = [
  ...["/./v1", "/x/../v1/payments", "//v1", "/%761/payments", "/v1//payments", "/v1/%2e%2e/payments", "\\v1", "*", "x"],
  ...[
    "http://till.example/v1/payments",
    "http://",
    "/v1/payments#x",
    "/v1?",
    "?x",
    "/%",
    "/\u00e9",
    "/pay/%E0%A4%A",
    "/_next/image?url=x",
  ],
  ...[
    "/v1/payments?a\u00ff",
    `/${"a/".repeat(4_000)}`,
    "/_next/static/../../server.js",
    "/.git/config",
    "/.env",
    "/v1/;/payments",
  ],
];
const oddMethods = ["BREW", "get", "G", "", "CONNECT", "TRACE", "PRI", "M-SEARCH", "X".repeat(300), "GET\u0000"];
const oddVersions = ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "HTTP/9.9", "HTTPS/1.1", "http/1.1", ""];
const oddHeaders = [
  ...[
    "Content-Length: -1",
    "Content-Length: 1e3",
    "Content-Length: 0x10",
    "Content-Length: 99999999999999999999",
    "Content-Length: ",
  ],
  ...[
    "Content-Length: 5\r\nContent-Length: 6",
    "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "Transfer-Encoding: gzip, chunked",
  ],
  ...[
    "Transfer-Encoding: x",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding : chunked",
    "Host: a\r\nHost: b",
    "Host:",
  ],
  ...[
    "X: a\r\n folded",
    "X: a\nY: b",
    "X\u0000: a",
    "X: \u0000",
    ": x",
    "X",
    " X: a",
    "X y: a",
    "Connection: close, upgrade",
    "TE: x",
  ],
  ...[
    "Expect: 100-continue",
    "Expect: x",
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk",
  ],
  ...[
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13",
    "Connection: Upgrade\r\nUpgrade: x",
  ],
  ...[
    `X: ${"x".repeat(20_000)}`,
    Array.from({ length: 3_000 }, (_, index) => `X${index}: y`).join("\r\n"),
    `Cookie: ${"a=b; ".repeat(2_000)}`,
  ],
  ...[
    "Content-Encoding: gzip\r\nContent-Type: application/json",
    "Keep-Alive: timeout=99999",
    "Proxy-Connection: keep-alive",
  ],
];
const oddChunks = [
  ...[
    "5\r\nhello\r\n0\r\n\r\n",
    "5\r\nhel",
    "ffffffffffffffff\r\nx",
    "-1\r\nx\r\n",
    "5;ext=x\r\nhello\r\n0\r\nTrailer: x\r\n\r\n",
    "g\r\n",
    "5\nhello\n0\n\n",
  ],
  ...[
    "0\r\n\r\n",
    "00000000000000000000005\r\nhello\r\n0\r\n\r\n",
    "5\r\nhelloX\r\n0\r\n\r\n",
    `5;${"x".repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  ],
  `${"1\r\nx\r\n".repeat(2_000)}0\r\n\r\n`,
];
const noise = [
  ...[
    "\r\n\r\n\r\n",
    "\u0000".repeat(100),
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
    "SSH-2.0-x\r\n",
  ],
  ...[
    "GET",
    "GET /",
    "GET / HTTP/1.1",
    "GET / HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost: x",
    "\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  ],
];

type Build = (random: Random, partner: FuzzPartner) => Omit<RawRequest, "kind" | "name">;

const bytes = (text: string) => Buffer.from(text, "latin1");
const line = (method: string, path: string, version = "HTTP/1.1") =>
  `${method} ${path}${version === "" ? "" : ` ${version}`}\r\n`;
const close = "Connection: close\r\n";
const host = "Host: x\r\n";

/** A request that the server answers whole, and after which it closes the connection. */
function whole(method: string, path: string, headers = "", body = ""): string {
  const length = body === "" ? "" : `Content-Length: ${body.length}\r\n`;
  return `${line(method, path)}${host}${close}${headers}${length}\r\n${body}`;
}

const complete = (text: string): ReturnType<Build> => ({ chunks: [bytes(text)], leaves: "answered" });
const left = (random: Random, ...texts: string[]): ReturnType<Build> => ({
  chunks: texts.map(bytes),
  leaves: random.pick(["end", "reset", "quiet", "kept"]),
});

const builds: Readonly<Record<string, Build>> = {
  "odd path": (random) => left(random, `${line("GET", random.pick(oddPaths))}${host}${close}\r\n`),
  "odd path, answered": (random) =>
    complete(whole(random.pick(["GET", "POST", "HEAD"]), random.pick(oddPaths.filter((path) => !/[^!-~]/.test(path))))),
  "odd method": (random) => left(random, `${line(random.pick(oddMethods), random.pick(paths))}${host}\r\n`),
  "odd version": (random) => left(random, `${line("GET", random.pick(paths), random.pick(oddVersions))}${host}\r\n`),
  "odd headers": (random) =>
    left(
      random,
      `${line(random.pick(["GET", "POST"]), random.pick(paths))}${host}${random.pick(oddHeaders)}\r\n\r\nhello`,
    ),
  "two odd headers": (random) =>
    left(
      random,
      `${line("POST", random.pick(paths))}${host}${random.pick(oddHeaders)}\r\n${random.pick(oddHeaders)}\r\n\r\nhello`,
    ),
  "no host": (random) => left(random, `${line("GET", random.pick(paths))}\r\n`),
  "odd chunks": (random) =>
    left(
      random,
      `${line("POST", random.pick(paths))}${host}Transfer-Encoding: chunked\r\n\r\n`,
      random.pick(oddChunks),
    ),
  "half of a request": (random, partner) => {
    const text = createPayment(partner);
    return left(random, text.slice(0, random.int(1, text.length - 1)));
  },
  "half of a page's request": (random) => {
    const text = whole("POST", random.pick(["/sign-in", "/dashboard/data/x", "/api/auth/csrf"]), "", "x".repeat(1_000));
    return left(random, text.slice(0, random.int(1, text.length - 1)));
  },
  "one byte at a time": (random, partner) => {
    const text = createPayment(partner);
    const at = Array.from({ length: 12 }, () => random.int(1, text.length - 1)).sort((a, b) => a - b);
    return {
      chunks: [0, ...at].map((from, index) => bytes(text.slice(from, at[index] ?? text.length))),
      leaves: "answered",
    };
  },
  "pipelined requests": (random, partner) => {
    const first = Array.from(
      { length: random.int(1, 20) },
      () => `${line("GET", random.pick(paths))}${host}Api-Key: ${partner.partner.apiKey}\r\n\r\n`,
    );
    return complete(`${first.join("")}${whole("GET", "/healthz")}`);
  },
  "pipelined requests that aren't read": (random) => {
    const many = Array.from(
      { length: 50 },
      () => `${line("GET", random.pick(["/embed.js", "/v1/payments", "/healthz"]))}${host}\r\n`,
    );
    return { chunks: [bytes(many.join(""))], leaves: "reset" };
  },
  "a request, then noise": (random) =>
    left(random, `${line("GET", random.pick(paths))}${host}\r\n${random.pick(noise)}`),
  noise: (random) => left(random, random.pick(noise)),
  "random bytes": (random) => ({
    chunks: [Buffer.from(Array.from({ length: random.int(1, 400) }, () => random.int(0, 255)))],
    leaves: random.pick(["end", "reset", "quiet", "kept"]),
  }),
  "a changed byte": (random, partner) => {
    const whole = bytes(createPayment(partner));
    whole[random.int(0, whole.length - 1)] = random.int(0, 255);
    return { chunks: [whole], leaves: random.pick(["end", "reset", "quiet", "kept"]) };
  },
  "a long body in pieces": (random) => ({
    chunks: [
      bytes(`${line("POST", random.pick(paths))}${host}Transfer-Encoding: chunked\r\n\r\n`),
      ...Array(20).fill(bytes(`2000\r\n${"x".repeat(8_192)}\r\n`)),
    ],
    leaves: random.pick(["reset", "quiet"]),
  }),
  "a body beyond the limit": (random) =>
    left(
      random,
      `${line("POST", random.pick(paths))}${host}Content-Length: 70000\r\n\r\n${"x".repeat(random.int(0, 70_000))}`,
    ),
  "a held poll that is left": (_random, { partner, ids }) => ({
    chunks: [
      bytes(
        `${line("GET", `/v1/gateway/payment/${ids.pick("pay")}/status?maxPollMs=30000`)}${host}App-Id: ${partner.appId}\r\n\r\n`,
      ),
    ],
    leaves: "quiet",
  }),
  "an open connection": (random) => left(random, ""),
};

const names = Object.keys(builds);

/** Creates a source of bytes that no client library would send, and of connections that end early. */
export function rawRequests(random: Random): (partners: readonly FuzzPartner[]) => RawRequest {
  return (partners) => {
    const name = random.pick(names);
    const build = builds[name];
    if (build === undefined) throw new Error(`unknown request ${name}`);
    return { kind: "raw", name, ...build(random, random.pick(partners)) };
  };
}

function createPayment({ partner: { apiKey, merchantId } }: FuzzPartner): string {
  const body = JSON.stringify({ referenceId: "raw", amount: { unit: "iso4217/USD", value: "1250" } });
  const headers = `Api-Key: ${apiKey}\r\nMerchant-Id: ${merchantId}\r\nContent-Type: application/json\r\n`;
  return whole("POST", "/v1/payments", headers, body);
}
