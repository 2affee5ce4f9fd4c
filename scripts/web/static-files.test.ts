import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFiles } from "#scripts/stack/compress-files.ts";
import { createServeStatic } from "#scripts/web/static-files.ts";

const script = `console.log("${"a".repeat(10_000)}");`;
let directory: string;
let server: Server;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "static-"));
  await mkdir(path.join(directory, "static", "chunks"), { recursive: true });
  await writeFile(path.join(directory, "secret.js"), "secret");
  await writeFile(path.join(directory, "static", "chunks", "a-1.js"), script);
  await writeFile(path.join(directory, "static", "chunks", "removed.js"), "1");
  await compressFiles(path.join(directory, "static"));
  const serve = createServeStatic(path.join(directory, "static"));
  await rm(path.join(directory, "static", "chunks", "removed.js"));
  server = createServer((request, response) => {
    void serve(request, response).then((isServed) => {
      if (!isServed) response.writeHead(404).end(request.url);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

async function read(target: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, path: target, headers, agent: false }), "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test.each([
  ["br", "gzip, deflate, br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  [undefined, "identity", (bytes: Buffer) => bytes],
])("a file is sent as %s to a browser that takes %s", async (encoding, accepted, decode) => {
  const { status, headers, body } = await read("/_next/static/chunks/a-1.js?dpl=1", { "accept-encoding": accepted });
  expect(status).toBe(200);
  expect(headers["content-encoding"]).toBe(encoding);
  expect(decode(body).toString()).toBe(script);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
});

test("a browser that has a file gets no second copy", async () => {
  const { headers } = await read("/_next/static/chunks/a-1.js");
  const again = await read("/_next/static/chunks/a-1.js", { "if-none-match": String(headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test.each([
  "/_next/static/none.js",
  "/_next/static/chunks/removed.js",
  "/_next/static/%2e%2e/secret.js",
  "/_next/static/..%2fsecret.js",
  "/_next/static/%ff",
  "/_next/static/chunks",
  "/_next/static/",
  "/secret.js",
  "/sign-in",
])("%s is left to the pages, as it was asked for", async (target) => {
  const { status, body } = await read(target);
  expect([status, body.toString()]).toEqual([404, target]);
});
