import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { postToGateway } from "#components/checkout/gateway.ts";

/** Starts a gateway that never answers its first request. `asked` resolves with the next request. */
async function startSilentGateway() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (requests > 1) response.end(`{"requests":${requests}}`);
    server.emit("asked");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { target: { path, appId: "app" }, asked: () => once(server, "asked") };
}

test("a request whose connection has died is sent again after 30 s", async () => {
  const { target, asked } = await startSilentGateway();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const arrived = asked();
  const answer = postToGateway(target, "confirm", {}, new AbortController().signal);
  await arrived;
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toEqual({ requests: 2 });
});

test("a request that the page has no use for ends with its signal, and isn't sent again", async () => {
  const { target, asked } = await startSilentGateway();
  const left = new AbortController();
  const arrived = asked();
  const answer = postToGateway(target, "options", {}, left.signal);
  await arrived;
  left.abort();
  await expect(answer).rejects.toThrow(/abort/);
});
