import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWebServer } from "#lib/api/create-web-server.ts";
import { startDraining } from "#lib/api/draining.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { webLimits } from "#lib/api/web-limits.ts";
import { pagesEnv } from "#scripts/web/database-limits.ts";
import { nextPauseMs, type PagesProcess, startPagesProcess } from "#scripts/web/pages-process.ts";
import { setEnv } from "#test/env/set-env.ts";
import { until } from "#test/until.ts";

setEnv({ LOG_LEVEL: "silent", TRUST_PROXY: "1" });
const small = fileURLToPath(new URL("small-pages.ts", import.meta.url));
/** Short enough for a test, and long enough for a busy machine to start a process. */
const limits = {
  ...webLimits,
  pagesConnections: 2,
  pagesPerAddress: 1,
  pagesWaitingPerAddress: 1,
  checkPagesEveryMs: 500,
  pagesSilentMs: 5_000,
};
let pages: PagesProcess;
let server: Server;
/** Cuts off connections over which nothing moves after 2 s. */
let hasty: Server;
let base: string;
/** Resolves when pages have been stopped whose process ignores the signal. */
let stubborn: Promise<void>;

beforeAll(async () => {
  const ignoring = await startPagesProcess({ script: small, env: { ...process.env, IGNORES_SIGTERM: "1" }, limits });
  stubborn = ignoring.close();
  pages = await startPagesProcess({ script: small, env: process.env, limits });
  server = createWebServer(createRouteTable([]), pages);
  hasty = createWebServer(createRouteTable([]), pages, { ...limits, inactiveMs: 2_000 });
  for (const each of [server, hasty]) {
    each.listen(0, "127.0.0.1");
    await once(each, "listening");
  }
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const each of [server, hasty]) {
    each.closeAllConnections();
    each.close();
  }
  await pages.close();
});

async function untilServed(): Promise<Response> {
  for (;;) {
    const response = await fetch(`${base}/again`);
    if (response.status === 200) return response;
    await pause(20);
  }
}

test("a request reaches the pages unchanged, with the address of its sender and no other", async () => {
  const headers = { "x-till-peer": "203.0.113.9", "content-type": "application/json" };
  const response = await fetch(`${base}/pay/x?a=//b&c=%2F..`, { method: "POST", headers, body: '{"amount":"1"}' });
  expect(await response.json()).toMatchObject({
    pid: pages.pid,
    url: "/pay/x?a=//b&c=%2F..",
    peer: "127.0.0.1",
    body: { amount: "1" },
  });
});

test("a body that its sender cuts off never reaches the pages", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const arrived = once(server, "request");
  socket.write("POST /cut HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
  const [, response] = (await arrived) as [IncomingMessage, ServerResponse];
  const before = await (await fetch(`${base}/before`)).json();
  const closed = once(response, "close");
  socket.destroy();
  await closed;
  const after = (await (await fetch(`${base}/after`)).json()) as { pid: number; seen: string[] };
  expect(before).toMatchObject({ pid: after.pid });
  expect(after.seen).not.toContain("/cut");
});

test("pages whose process is killed get 503 until the next one serves them", async () => {
  const before = pages.pid;
  expect(pages.findProblem?.()).toBeNull();
  const page = await fetch(`${base}/crash`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("2");
  const shown = await page.text();
  expect(shown).toContain("can't be shown at the moment");
  expect(shown).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(shown).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(shown).not.toContain("<script");
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(shown) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page.headers.get("content-security-policy")).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  await until("the problem to be reported", () => pages.findProblem?.() !== null);
  const call = await fetch(`${base}/other`);
  expect(call.status).toBe(503);
  expect(await call.json()).toMatchObject({ code: "internal_error", message: expect.stringContaining("Try again") });
  const { pid } = (await (await untilServed()).json()) as { pid: number };
  expect(pid).not.toBe(before);
});

test("a response that is cut off in the middle is not taken for a whole one", async () => {
  const cut = await fetch(`${base}/half`);
  await expect(cut.text()).rejects.toThrow();
  await untilServed();
});

type Report = { pid: number; held: number; maxHeld: number };
const report = async () => (await (await untilServed()).json()) as Report;

/** Opens a connection, asks for a long page or file over it so many times at once, and never reads. */
async function askWithoutReading(times: number, address: string, path = "/held") {
  const socket = connect((hasty.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  const [connection] = (await once(hasty, "connection")) as [Socket];
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(times));
  await once(hasty, "request");
  return { socket, connection };
}

test("pages over one connection are asked for one after the other, and are cut off when their client doesn't read them", async () => {
  const { socket, connection } = await askWithoutReading(webLimits.unanswered, "192.0.2.1");
  await once(connection, "close");
  expect(await report()).toMatchObject({ held: 0, maxHeld: 1 });
  socket.destroy();
});

test("the connections to the pages are limited; further requests wait", async () => {
  const open = [];
  for (let count = 0; count < 4; count += 1) open.push(await askWithoutReading(1, `192.0.2.${count}`));
  // It is answered once one of those has been cut off.
  expect((await report()).maxHeld).toBe(2);
  for (const { socket } of open) socket.destroy();
});

test.for(["/held", "/_next/static/held"])(
  "an address that doesn't read %s leaves connections to others",
  async (path) => {
    const address = "192.0.2.9";
    const open = [await askWithoutReading(1, address, path), await askWithoutReading(1, address, path)];
    const { port } = hasty.address() as AddressInfo;
    const ask = (from: string) => fetch(`http://127.0.0.1:${port}${path}/x`, { headers: { "x-forwarded-for": from } });
    expect(await (await ask("192.0.2.10")).json()).toMatchObject({ held: 1 });
    expect(open.map(({ connection }) => connection.destroyed)).toEqual([false, false]);
    const refused = await ask(address);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/^Too many pages are being sent/) });
    for (const { socket } of open) socket.destroy();
  },
);

test("a process that hangs is replaced", async () => {
  const { pid } = await report();
  const page = await fetch(`${base}/hang`);
  expect(page.status).toBe(503);
  expect((await report()).pid).not.toBe(pid);
});

test("a process that can't be started is tried again, and the API's process survives that", async () => {
  let refused = 0;
  let isFull = false;
  // No process is started with a variable of more than 128 KiB.
  const env = {
    ...process.env,
    get FILLED() {
      if (!isFull) return "";
      refused += 1;
      return "x".repeat(200_000);
    },
  };
  const own = await startPagesProcess({ script: small, env, limits });
  const before = own.pid ?? 0;
  isFull = true;
  process.kill(before, "SIGKILL");
  await until("two attempts to fail", () => refused > 1);
  isFull = false;
  await until("the next process", () => own.pid !== before);
  await own.close();
});

test("the socket never looks old to what cleans temporary files", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "till-old-"));
  vi.stubEnv("TMPDIR", folder);
  const own = await startPagesProcess({ script: small, env: process.env, limits });
  vi.unstubAllEnvs();
  const [name = ""] = await readdir(folder);
  const socket = path.join(folder, name, "1");
  await utimes(socket, 0, 0);
  await until("its time to be recent", async () => (await stat(socket)).mtimeMs > 0);
  await own.close();
  await rm(folder, { recursive: true });
});

test.runIf(process.platform === "linux")(
  "the process has no key that signs and nothing else that pages don't need in its environment",
  async () => {
    const needed = {
      DATABASE_URL: "postgresql://till_web@127.0.0.1/x",
      DATA_ENCRYPTION_KEY: "ab".repeat(32),
      RPC_URLS_1: "http://127.0.0.1:1",
    };
    const secrets = {
      RELAYER_PRIVATE_KEY: `0x${"1".repeat(64)}`,
      RELAYER_KEYS: "gcp-kms:projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1",
      DEPLOYER_PRIVATE_KEY: `0x${"3".repeat(64)}`,
      AWS_SECRET_ACCESS_KEY: "secret",
      GOOGLE_APPLICATION_CREDENTIALS: "/etc/till/kms.json",
      OWNER_DATABASE_URL: "postgresql://till_owner:secret@127.0.0.1/x",
      SOME_FUTURE_SECRET: "secret",
    };
    const env = pagesEnv({ ...process.env, PUBLIC_URL: "http://till.test", ...needed, ...secrets });
    const own = await startPagesProcess({ script: small, env, limits });
    const lines = (await readFile(`/proc/${own.pid}/environ`, "utf8")).split("\0");
    const names = lines.map((line) => line.split("=")[0] ?? "");
    for (const name of Object.keys(needed)) expect(names).toContain(name);
    expect(names.filter((name) => name in secrets)).toEqual([]);
    await own.close();
  },
);

test("a process that keeps failing is started again after 10 s at most, one that ran for long after 250 ms", () => {
  expect([250, 4_000, 8_000, 10_000].map((lastMs) => nextPauseMs(lastMs, 1_000))).toEqual([500, 8_000, 10_000, 10_000]);
  expect(nextPauseMs(10_000, 60_000)).toBe(250);
});

test("connections to pages are closed after each answer once the process drains", async () => {
  startDraining();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET /last HTTP/1.1\r\nHost: x\r\n\r\n");
  expect((await text(socket)).toLowerCase()).toContain("connection: close\r\n");
});

test("a process that ignores the signal doesn't delay the shutdown for long", async () => {
  await stubborn;
}, 10_000);
