import { globSync } from "node:fs";
import path from "node:path";
import type { Random } from "#test/fault/random.ts";
import type { FuzzPartner } from "./fuzz-partner.ts";
import type { HttpRequest } from "./fuzz-request.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The paths of every page and route handler outside `/v1`, as in `app`: `/pay/[paymentId]`. */
export const pagePaths = globSync("app/**/{page.tsx,route.ts}", { cwd: root })
  .map((file) => `/${file.split(path.sep).slice(1, -1).join("/")}`.replaceAll(/\/\([^)]+\)/g, "") || "/")
  .filter((each) => !each.startsWith("/v1") && each !== "/dashboard/data/[name]" && each !== "/enter/[name]")
  .sort();

const files = globSync(["public/**/*.*", ".next/static/**/*.*"], { cwd: root })
  .map((file) => `/${file.replace(/^public\//, "").replace(/^\.next\//, "_next/")}`)
  .sort();

export const signInPaths = [
  "csrf",
  "session",
  "providers",
  "signin",
  "signout",
  "callback/credentials",
  "error",
  "_log",
  "x/y",
];

const kinds: Readonly<Record<string, string>> = {
  paymentId: "pay",
  merchantId: "mrch",
  eventId: "evt",
  endpointId: "whe",
};

const oddSegments = [
  "",
  ".",
  "..",
  "%00",
  "%zz",
  "%c0%af",
  "a%2Fb",
  "__proto__",
  "[id]",
  "é",
  "%F0%9F%92%B8",
  "x".repeat(3_000),
  "%0d%0aX: y",
  ";a=b",
  "%5c",
];
const oddQueries = [
  ...[
    "?",
    "?x",
    "?theme=dark",
    "?theme=%00",
    "?_rsc=1x2y3",
    "?input=%7B%7D",
    "?from=x&until=y",
    "?cursor=x",
    "?status=a&status=b",
  ],
  ...[
    "?%",
    "?a[b]=c",
    "?__proto__=x",
    `?x=${"y".repeat(6_000)}`,
    "?search=%25%00",
    "?lang=xx",
    "?origin=https%3A%2F%2Fa.b",
    "?page=-1",
  ],
  ...[
    "?callbackUrl=https%3A%2F%2Fevil.example",
    "?error=%3Cscript%3E",
    "?v=2026-02-18",
    "?version=x",
    "?date=2026-13-99",
  ],
];
/** Headers that the framework reads, and others that pages do. */
const oddHeaders: readonly Record<string, string>[] = [
  { rsc: "1" },
  { rsc: "1", "next-router-state-tree": "%5B%5D" },
  { rsc: "1", "next-router-state-tree": "not json" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  { "next-action": "0".repeat(40) },
  { "next-action": "x", "content-type": "multipart/form-data; boundary=x" },
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-nextjs-data": "1" },
  { "x-matched-path": "/../../etc/passwd" },
  { "x-invoke-path": "/dashboard", "x-invoke-status": "200" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
  { "x-forwarded-for": "not an address" },
  { "x-till-peer": "203.0.113.1" },
  { "accept-language": "xx-XX;q=a,*" },
  { "accept-language": `de${",en".repeat(2_000)}` },
  { "accept-encoding": "br, gzip" },
  { "if-none-match": "*" },
  { "if-modified-since": "yesterday" },
  { range: "bytes=5-1" },
  { range: "bytes=0-0,1-1" },
  { cookie: "till-locale=../../x; theme=%00" },
  { cookie: "next-auth.session-token=a.b.c" },
  { cookie: `a=${"b".repeat(8_000)}` },
  { origin: "null" },
  { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
  { purpose: "prefetch" },
  { expect: "x" },
  { te: "trailers" },
  { host: "evil.example" },
  { host: "" },
];
const bodies = [
  "",
  "{}",
  "a=1&b=2",
  "--x\r\n\r\n--x--",
  '{"__proto__":1}',
  "x".repeat(60_000),
  "[]",
  '0:["$@1"]',
  "csrfToken=x&email=a%40b.example",
];
const types = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain;charset=UTF-8",
  "x",
];

/** Creates a source of requests to every page and file: mostly with ids that exist, sometimes with odd parts. */
export function pageRequests(random: Random): (partners: readonly FuzzPartner[]) => HttpRequest {
  return (partners) => {
    const owner = random.pick(partners);
    const path = random.percent(75)
      ? fillPage(random.pick(pagePaths), owner, random)
      : random.pick([...files, "/no/such/page", "/_next/image", "/logos/x"]);
    const changed = random.percent(85) ? path : path.replace(/[^/]*$/, () => random.pick(oddSegments));
    const query = random.percent(70) ? "" : random.pick(oddQueries);
    const method = random.percent(80) ? "GET" : random.pick(["POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]);
    const cookie = random.pick(partners).cookies.at(random.int(0, 7));
    const body = method === "GET" || method === "HEAD" || random.percent(30) ? null : random.pick(bodies);
    return {
      kind: "page",
      method,
      target: changed + query,
      headers: {
        accept: random.pick(["text/html,application/xhtml+xml", "*/*", "application/json"]),
        ...(cookie === undefined || random.percent(50) ? {} : { cookie }),
        ...(body === null ? {} : { "content-type": random.pick(types) }),
        ...(random.percent(60) ? {} : random.pick(oddHeaders)),
      },
      body,
    };
  };
}

/** Fills in the places of a path of {@link pagePaths}, mostly with ids that exist. */
export function fillPage(path: string, { ids, partner }: FuzzPartner, random: Random): string {
  return path.replaceAll(/\[([^\]]+)\]/g, (_, name: string) => {
    if (name === "token") return ids.pickToken();
    if (name === "...nextauth") return random.pick(signInPaths);
    if (name === "hash") return "0".repeat(64);
    if (name === "group") return random.pick(["payments", "gateway", "merchants", "refunds"]);
    if (name === "merchantId" && random.percent(50)) return partner.merchantId;
    return ids.pick(kinds[name] ?? "pay");
  });
}
