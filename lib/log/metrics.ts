import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processSingleton } from "#lib/core/process-singleton.ts";

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const created = {
    registry,
    requests: new Histogram({
      name: "till_request_duration_seconds",
      help: "Requests to /v1 by operation and status; the count is the rate.",
      labelNames: ["operation", "status"],
      buckets: secondsBuckets,
      registers,
    }),
    errors: new Counter({
      name: "till_request_errors_total",
      help: "Error responses of /v1 by operation and code.",
      labelNames: ["operation", "code"],
      registers,
    }),
    transitions: new Counter({
      name: "till_payment_transitions_total",
      help: "Payments that were created or moved to a state by this process.",
      labelNames: ["to"],
      registers,
    }),
    gasSpent: new Counter({
      name: "till_gas_spent_wei_total",
      help: "Native coin that final transactions of a relayer wallet cost, recorded by this process.",
      labelNames: ["chain", "wallet"],
      registers,
    }),
    chainUp: new Gauge({
      name: "till_chain_up",
      help: "1 while a chain's nodes answer the worker's checks.",
      labelNames: ["chain"],
      registers,
    }),
    chainHeadTime: new Gauge({
      name: "till_chain_head_timestamp_seconds",
      help: "The time in the newest block that the worker has seen. Its age is the chain's, or the node's, lag.",
      labelNames: ["chain"],
      registers,
    }),
    chainFinalLag: new Gauge({
      name: "till_chain_final_lag_blocks",
      help: "Blocks between the newest block and the newest final one.",
      labelNames: ["chain"],
      registers,
    }),
    differences: new Gauge({
      name: "till_books_differences",
      help: "Differences that the last reconciliation of this process found, by kind.",
      labelNames: ["kind"],
      registers,
    }),
    reconciled: new Gauge({
      name: "till_books_reconciled_timestamp_seconds",
      help: "The end of the last reconciliation of this process.",
      registers,
    }),
  };
  // Unknown until there was one, and not 0.
  created.reconciled.remove();
  return created;
}

/** The metrics of this process. Labels never hold ids of payments, partners or buyers. */
export const metrics = processSingleton("metrics", createMetrics);

/** Adds the default metrics of Node: CPU, memory, event loop lag, garbage collection. */
export function addProcessMetrics(): void {
  collectDefaultMetrics({ register: metrics().registry });
}

/** The value of a gauge, with its labels. */
export type Sample = { labels: Record<string, string>; value: number };

/** Adds a gauge whose samples are read when metrics are collected. `read` is quick or cached; it returns none when it fails. */
export function addGauge(
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<Sample[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics().registry],
    async collect() {
      this.reset();
      // A gauge without labels would be 0, which is not the same as unknown.
      if (labelNames.length === 0) this.remove();
      for (const { labels, value } of await read().catch(() => [])) this.set(labels, value);
    },
  });
}
