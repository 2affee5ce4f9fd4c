import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { submitForm } from "#components/collect/submit-form.ts";

test("details whose connection has died fail after 30 s, and can be sent again", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (requests > 1) response.end("{}");
    server.emit("asked");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { fetch: send } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => send(`http://127.0.0.1:${port}${path}`, init));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  const asked = once(server, "asked");
  const result = submitForm("pay_1", [], {});
  await asked;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await result).toEqual({ kind: "failed", reason: "offline" });
  expect(await submitForm("pay_1", [], {})).toEqual({ kind: "accepted" });
});
