import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withPeer } from "#lib/edge/client-address.ts";
import { inRenderQueue, pagesAtOnce } from "#scripts/web/render-queue.ts";
import { setEnv } from "#test/env/set-env.ts";
import { until } from "#test/until.ts";

setEnv({ TRUST_PROXY: "1" });

let server: Server;
/** The number of requests that have arrived, in any order. */
let arrived: number;
/** Requests that are being rendered, and how each continues. */
let rendering: { url: string; begin: () => void; end: () => void }[];

beforeEach(async () => {
  arrived = 0;
  rendering = [];
  server = createServer((request, response) => {
    arrived += 1;
    const { url = "" } = request;
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const render = async () => {
      rendering.push({ url, begin: begun.resolve, end: ended.resolve });
      await begun.promise;
      response.write("head");
      await ended.promise;
      response.end();
    };
    void withPeer(request.socket.remoteAddress, () => inRenderQueue(request, response, render));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function ask(address: string, path: string) {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, path, agent: false, headers: { "x-forwarded-for": address } });
  request.on("error", () => undefined);
  const answer = once(request, "response")
    .then(([response]) => text(response as IncomingMessage))
    .catch(() => "gone");
  return { answer, leave: () => request.destroy() };
}

const urls = () => rendering.map(({ url }) => url);
const untilRendering = (count: number) => until(`${count} renderings`, async () => rendering.length === count);

test("a reader of many pages has one rendered between two of another reader's, and who reads slowly takes no place", async () => {
  const many = Array.from({ length: 10 }, (_, index) => ask("192.0.2.1", `/docs/${index}`));
  await untilRendering(pagesAtOnce);
  const others = [ask("192.0.2.2", "/pay/1"), ask("192.0.2.2", "/pay/2")];
  await until("all requests", async () => arrived === 12);
  for (let count = pagesAtOnce + 1; count <= 12; count += 1) {
    // The answer begins, and isn't read to its end.
    rendering[count - pagesAtOnce - 1]?.begin();
    await untilRendering(count);
  }
  const next = urls().slice(pagesAtOnce, pagesAtOnce + 4);
  expect(next.map((url) => url.split("/")[1])).toEqual(["docs", "pay", "docs", "pay"]);
  for (const { begin, end } of rendering) {
    begin();
    end();
  }
  expect(new Set(await Promise.all([...many, ...others].map(({ answer }) => answer)))).toEqual(new Set(["head"]));
});

test("a client that has gone isn't rendered for, and leaves its place", async () => {
  const many = Array.from({ length: pagesAtOnce }, (_, index) => ask("192.0.2.3", `/docs/${index}`));
  await untilRendering(pagesAtOnce);
  const gone = ask("192.0.2.4", "/gone");
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await until("its request", async () => arrived === pagesAtOnce + 1);
  gone.leave();
  await until("its end", async () => (await open()) === pagesAtOnce);
  many[0]?.leave();
  const next = ask("192.0.2.5", "/next");
  await untilRendering(pagesAtOnce + 1);
  expect(urls().at(-1)).toBe("/next");
  for (const { begin, end } of rendering) {
    begin();
    end();
  }
  expect(await next.answer).toBe("head");
});

test("requests of the dashboard don't wait for pages", async () => {
  for (let index = 0; index < pagesAtOnce; index += 1) ask("192.0.2.6", `/docs/${index}`);
  await untilRendering(pagesAtOnce);
  ask("192.0.2.6", "/dashboard/data/payments.list?input=1");
  await untilRendering(pagesAtOnce + 1);
  expect(urls().at(-1)).toContain("/dashboard/data");
});
