import { createServer } from "node:http";
import { log } from "#lib/log/log.ts";
import { addProcessMetrics, metrics } from "#lib/log/metrics.ts";

/** The answer of a probe, as JSON. */
export type ProbeAnswer = { status: number; body: object };

export type MetricsServerOptions = {
  host: string;
  port: number;
  /** Probes by path. */
  probes?: Readonly<Record<string, () => Promise<ProbeAnswer>>>;
};

/**
 * Serves `GET /metrics` and probes on a port of their own, which only the operator's network should reach. A
 * port in use is logged and doesn't stop the process.
 */
export function startMetricsServer({ host, port, probes = {} }: MetricsServerOptions): { stop(): Promise<void> } {
  addProcessMetrics();
  const server = createServer(async ({ method, url }, response) => {
    const probe = method === "GET" && Object.hasOwn(probes, url ?? "") ? probes[url ?? ""] : undefined;
    try {
      if (probe !== undefined) {
        const { status, body } = await probe();
        response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
        response.end(JSON.stringify(body));
      } else if (method === "GET" && url === "/metrics") {
        const text = await metrics().registry.metrics();
        response.writeHead(200, { "content-type": metrics().registry.contentType }).end(text);
      } else response.writeHead(404).end();
    } catch (error) {
      log().error({ err: error, url }, "metrics could not be collected");
      response.writeHead(500).end();
    }
  });
  server.on("error", (error) => log().error({ err: error, host, port }, "metrics can't be served"));
  server.listen(port, host, () => log().info({ host, port }, "metrics are served"));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
