import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { startNodeProxy } from "#test/chain/node-proxy.ts";
import { until } from "#test/until.ts";
import { installPackage } from "./install-package.ts";
import type { Say } from "./say.ts";
import { type Site, startSite } from "./site.ts";

const folderOfRules = "deploy/observability";
const rpcVariable = "RPC_URLS_8453";
const alarmTimeoutMs = 120_000;

/** Metrics without a value while nothing is wrong, or before the hourly run: their expressions may return nothing. */
const mayBeSilent = [
  "till_alarms",
  "till_books_differences",
  "till_payments_confirmed",
  "till_payouts",
  "till_relay_transactions",
  "till_relay_nonce_gaps",
  "till_webhooks_oldest_seconds",
  "till_jobs",
];

/**
 * Runs a real Prometheus, with our configuration and rules, on a web process and a worker: each expression of
 * the rules and of the Grafana dashboard is evaluated, the metrics have the labels that they group by, and a
 * dead node fires an alert, which ends when it is back.
 */
export async function checkPrometheus(say: Say): Promise<void> {
  installPackage("prometheus", "promtool");
  for (const args of [
    ["check", "rules", "alert-rules.yml"],
    ["check", "config", "--syntax-only", "prometheus.yml"],
    ["test", "rules", "alert-rules.test.yml"],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folderOfRules, encoding: "utf8" });
    if (status !== 0) throw new Error(`promtool ${args.join(" ")}: ${stdout}${stderr}`);
  }
  say("promtool accepts the configuration and the rules, and their unit tests pass");

  const folder = await mkdtemp(path.join(tmpdir(), "till-prometheus-"));
  const site = await startSite();
  const node = await startNodeProxy(site.env[rpcVariable] ?? "");
  const [web, ofWorker] = [await findFreePort(), await findFreePort()];
  const env = { ...site.env, [rpcVariable]: node.url };
  const worker = await startService("scripts/worker.ts", { env: { ...env, METRICS_PORT: String(ofWorker) } });
  const server = await startService("scripts/server.ts", { env: { ...env, METRICS_PORT: String(web) } });
  const prometheus = await startPrometheus(folder, {
    "web-1:9464": web,
    "web-1:9465": web + 1,
    "worker-1:9464": ofWorker,
  });
  try {
    await until("three targets that are up", async () => (await prometheus.query("sum(up)"))[0]?.value === 3);
    await makeTraffic(site);
    await until("the rates of requests", async () => (await prometheus.query(rates)).length === 2);
    const expressions = [...(await readPanels()), ...(await prometheus.rules()).map(({ query }) => query)];
    for (const expression of expressions) await checkExpression(prometheus, expression);
    say(`${expressions.length} expressions of the dashboard and the rules were evaluated`);

    node.misbehave(() => "drop");
    await until(
      "the alert of the dead node",
      async () => (await prometheus.firing()).includes("chain_down"),
      alarmTimeoutMs,
    );
    node.misbehave();
    await until("its end", async () => !(await prometheus.firing()).includes("chain_down"), alarmTimeoutMs);
    await worker.stop();
    await until(
      "the alert without a worker",
      async () => (await prometheus.firing()).includes("TillNoWorker"),
      alarmTimeoutMs,
    );
    say("a dead node and a missing worker fire alerts, and the node's ends when it answers again");
  } finally {
    await prometheus.stop();
    await server.stop();
    await worker.stop();
    await node.stop();
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two payments are paid, and a request fails, so that the metrics of requests, errors, gas and payments have values. */
async function makeTraffic(site: Site): Promise<void> {
  for (const number of [1, 2]) await site.pay(await site.order(`MEASURED-${number}`), number);
  await fetch(`${site.baseUrl}/v1/payments`);
}
const rates = `sum(rate(till_request_duration_seconds_count{operation="confirmPayment"}[5m]))
  or label_replace(sum(rate(till_request_errors_total[5m])), "what", "errors", "", "")`;

const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });

async function readPanels(): Promise<string[]> {
  const text = await readFile(path.join(folderOfRules, "grafana-dashboard.json"), "utf8");
  return dashboard.parse(JSON.parse(text)).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** @throws Error when it isn't valid, returns nothing, or groups by a label that its metrics don't have. */
async function checkExpression(prometheus: Prometheus, expression: string): Promise<void> {
  const isAlert = /[<>]|absent/.test(expression);
  const metrics = [...expression.matchAll(/\b(?:till|nodejs|process)_\w+/g)].map(([name]) => name);
  const values = await prometheus.query(expression);
  const isSilent = metrics.every((name) => mayBeSilent.includes(name));
  if (values.length === 0 && !isAlert && !isSilent) throw new Error(`${expression} returns nothing`);
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(", "));
  const matched = [...expression.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = ""]) => label);
  for (const metric of metrics) {
    const known = await prometheus.labelsOf(metric);
    const missing = [...grouped, ...matched].filter((label) => !known.includes(label));
    if (known.length > 0 && missing.length > 0)
      throw new Error(`${metric} has no label ${missing.join(", ")}: ${expression}`);
    if (known.length === 0 && !mayBeSilent.includes(metric)) throw new Error(`${metric} has no value: ${expression}`);
  }
}

type Prometheus = {
  /** Evaluates an expression now. @throws Error when it isn't valid. */
  query(expression: string): Promise<{ metric: Readonly<Record<string, string>>; value: number }[]>;
  /** Lists the loaded rules. @throws Error when one of them failed. */
  rules(): Promise<{ query: string }[]>;
  /** Lists the names, or for alarms the kinds, of the alerts that fire. */
  firing(): Promise<string[]>;
  /** Lists the labels of a metric's series; none when it has no series. */
  labelsOf(metric: string): Promise<string[]>;
  stop(): Promise<void>;
};

const results = z.object({
  result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
});
const groups = z.object({
  groups: z.array(
    z.object({ rules: z.array(z.object({ query: z.string(), health: z.string(), lastError: z.string().optional() })) }),
  ),
});
const alerts = z.object({
  alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
});

/**
 * Starts Prometheus with our configuration. Each second it reads the metrics, and alerts wait for two instead of minutes.
 * @param targets the ports of the processes, by their names in our configuration.
 */
async function startPrometheus(folder: string, targets: Readonly<Record<string, number>>): Promise<Prometheus> {
  const rules = await readFile(path.join(folderOfRules, "alert-rules.yml"), "utf8");
  await writeFile(path.join(folder, "alert-rules.yml"), rules.replaceAll(/for: \d+m/g, "for: 2s"));
  let config = await readFile(path.join(folderOfRules, "prometheus.yml"), "utf8");
  for (const [name, port] of Object.entries(targets)) config = config.replace(name, `127.0.0.1:${port}`);
  config = config
    .replaceAll(/, "\w+-2:\d+"/g, "")
    .replace("scrape_interval: 15s", "scrape_interval: 1s\n  evaluation_interval: 1s")
    .replace("/etc/prometheus/", `${folder}/`);
  await writeFile(path.join(folder, "prometheus.yml"), config);
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const flags = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const child: ChildProcess = spawn("prometheus", [...flags, `--web.listen-address=${new URL(url).host}`], {
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await until("Prometheus to start", () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );

  const ask = async <T>(schema: z.ZodType<T>, at: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
    const answer = z
      .object({ data: z.unknown(), error: z.string().optional() })
      .parse(await (await fetch(`${url}/api/v1/${at}?${new URLSearchParams(query)}`)).json());
    if (answer.error !== undefined) throw new Error(`${query.query ?? at}: ${answer.error}`);
    return schema.parse(answer.data);
  };
  return {
    async query(query) {
      const { result } = await ask(results, "query", { query });
      return result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
    async rules() {
      const all = (await ask(groups, "rules")).groups.flatMap((group) => group.rules);
      const failed = all.find(({ health }) => health === "err");
      if (failed !== undefined) throw new Error(`${failed.query}: ${failed.lastError}`);
      if (all.length === 0) throw new Error("Prometheus has loaded no rules");
      return all;
    },
    async firing() {
      const all = (await ask(alerts, "alerts")).alerts.filter(({ state }) => state === "firing");
      return all.map(({ labels }) => labels.kind ?? labels.alertname ?? "");
    },
    async labelsOf(metric) {
      const series = await ask(z.array(z.record(z.string(), z.string())), "series", { "match[]": metric });
      return [...new Set(series.flatMap((labels) => Object.keys(labels)))];
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
