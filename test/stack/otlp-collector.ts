import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type WireSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};
type WireRequest = { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] };

/** A span as it arrived, its times in nanoseconds. */
type ReceivedSpan = Pick<WireSpan, "traceId" | "spanId" | "parentSpanId" | "name"> & {
  start: bigint;
  end: bigint;
};

/** A collector of traces by OTLP over HTTP, as JSON. */
export type OtlpCollector = { readonly url: string; readonly spans: readonly ReceivedSpan[]; stop(): Promise<void> };

/** For `beforeAll`; `stop` in `afterAll`. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as WireRequest;
    if (request.url !== "/v1/traces") return void response.writeHead(404).end();
    const received = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    for (const { startTimeUnixNano, endTimeUnixNano, ...span } of received) {
      spans.push({ ...span, start: BigInt(startTimeUnixNano), end: BigInt(endTimeUnixNano) });
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
