import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { reportPaymentSpans, startTracing, stopTracing, traceIdsOf, tracePayment } from "#lib/log/tracing.ts";
import { setEnv } from "#test/env/set-env.ts";
import { type OtlpCollector, startOtlpCollector } from "#test/stack/otlp-collector.ts";

let collector: OtlpCollector;
beforeAll(async () => {
  collector = await startOtlpCollector();
  setEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});
afterAll(() => collector.stop());

test("spans that two processes report about a payment are one trace below its root", async () => {
  const start = new Date("2026-11-23T12:00:00.000Z");
  const end = new Date("2026-11-23T12:00:09.000Z");
  await startTracing("till-web");
  expect(await tracePayment("pay_1", "confirm", async () => 7)).toBe(7);
  await expect(tracePayment("pay_2", "confirm", () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  await stopTracing();
  await startTracing("till-worker");
  reportPaymentSpans("pay_1", { name: "payment", start, end }, [{ name: "chain.finality", start, end }]);
  await stopTracing();
  const { traceId, spanId } = traceIdsOf("pay_1");
  const own = collector.spans.filter((span) => span.traceId === traceId);
  expect(own.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ["confirm", spanId],
    ["payment", undefined],
    ["chain.finality", spanId],
  ]);
  const [confirm, root] = own;
  expect(root).toMatchObject({
    spanId,
    start: BigInt(start.getTime()) * 1_000_000n,
    end: BigInt(end.getTime()) * 1_000_000n,
  });
  expect(confirm?.spanId).not.toBe(spanId);
  expect(collector.spans.filter(({ name }) => name === "confirm")).toHaveLength(2);
});

test("without tracing, work runs as it is", async () => {
  expect(await tracePayment("pay_1", "confirm", async () => 7)).toBe(7);
});

test("a collector that hangs delays the end of a process by two seconds at most", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on("error", () => undefined))).listen(0, "127.0.0.1");
  await once(silent, "listening");
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await startTracing("till-worker");
  reportPaymentSpans("pay_1", { name: "payment", start: new Date(), end: new Date() }, []);
  const startedAt = performance.now();
  await stopTracing();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(sockets).toHaveLength(1);
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
