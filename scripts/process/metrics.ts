import { addPoolMetrics, addServiceMetrics } from "#lib/domain/platform/metrics/service-metrics.ts";
import { env } from "#lib/env/env.ts";
import { type MetricsServerOptions, startMetricsServer } from "#lib/log/metrics-server.ts";

export type ProcessMetrics = { stop(): Promise<void> };

/**
 * Serves this process's metrics on `METRICS_PORT`, if it is set.
 * @param offset added to the port, for a process that shares the environment of another.
 * @param isWorker also serves the figures of the whole service.
 */
export function startMetrics({
  offset = 0,
  isWorker = false,
  probes = {},
}: Pick<MetricsServerOptions, "probes"> & { offset?: number; isWorker?: boolean } = {}): ProcessMetrics {
  const { METRICS_PORT, METRICS_HOST } = env();
  if (METRICS_PORT === undefined) return { stop: async () => undefined };
  addPoolMetrics();
  if (isWorker) addServiceMetrics();
  return startMetricsServer({ host: METRICS_HOST, port: METRICS_PORT + offset, probes });
}
