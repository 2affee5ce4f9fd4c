import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { JobHelpers } from "graphile-worker";
import { useClock } from "#lib/core/clock.ts";
import { tasks } from "#lib/jobs/tasks.ts";
import { buildPackage } from "#scripts/package/build-package.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { startService } from "#scripts/stack/service.ts";
import { type Site, startSite } from "#test/infra/site.ts";
import { watchCpu } from "./cpu-time.ts";
import { setting } from "./setting.ts";
import { printTable, say } from "./table.ts";

const seconds = setting("SECONDS", 600, 5);
const paymentCount = setting("PAYMENTS", 2_000, 20);
const perSecond = 100;
/** Of a hundred requests, so many create a payment; the others read a list. */
const creating = 10;
const paidAtOnce = 320;

/**
 * Measures what an installation takes: the memory of each process idle and at 100 requests a second, and the
 * storage of a paid payment, which is what the database grew by, indexes included. It needs a build. With
 * `--package`, it packages the product first, which takes minutes, for the size of the production tree.
 */
export async function benchFootprint(): Promise<void> {
  if (process.argv.includes("--package")) await printPackage();
  say("Starting Postgres, a chain and the processes");
  const site = await startSite();
  const worker = await startService("scripts/worker.ts", { env: site.env });
  const server = await startService("scripts/server.ts", { env: site.env });
  try {
    const processes = { web: server.pid, pages: await childOf(server.pid), worker: worker.pid };
    await fetch(`${site.baseUrl}/docs`).then((answer) => answer.text());
    await pause(5_000);
    const idle = await residentMb(processes);
    await payMany(site, paymentCount);
    const endCpu = await watchCpu({ web: server.pid, worker: worker.pid });
    const requests = await load(site, seconds);
    const cores = await endCpu();
    const busy = await residentMb(processes);
    const title = `Memory, idle and after ${requests} requests in ${seconds} s, with ${paymentCount} paid payments before`;
    const printRow = printTable(title, ["Process", "idle MB", "after MB", "after ÷ idle", "cores during the load"]);
    for (const [index, [name, before = Number.NaN]] of idle.entries()) {
      const after = busy[index]?.[1] ?? Number.NaN;
      const used = name === "web" ? "web and pages" : name;
      printRow(
        name,
        Math.round(before),
        Math.round(after),
        (after / before).toFixed(2),
        cores[name] === undefined ? "" : `${used} ${cores[name].toFixed(2)}`,
      );
    }
    printRow("load generator", "", "", "", cores["load generator"].toFixed(2));
  } finally {
    await server.stop();
    await worker.stop();
    await site.stop();
  }
}

async function printPackage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-footprint-"));
  printTable("The production tree", ["MB"])(Math.round((await buildPackage(folder)) / 1e6));
  await rm(folder, { recursive: true, force: true });
}

const threeMonthsMs = 91 * 24 * 3_600_000;

/**
 * Runs the workers' jobs of retention three months later, and a block of that time, without which no option
 * is deleted. Days of the request log are dropped by the database's clock, which stays, so its entries are
 * deleted here.
 */
async function retain(site: Site): Promise<void> {
  const later = new Date(Date.now() + threeMonthsMs);
  await site.mineBlockAt(later);
  // biome-ignore lint/correctness/useHookAtTopLevel: it replaces the clock, and is no hook of React.
  const restore = useClock({ now: () => later });
  const helpers = {} as JobHelpers;
  for (const name of retentionJobs) await tasks[name]?.({}, helpers);
  restore();
  await withConnection(site.databaseUrl, (client) => client.query("DELETE FROM request_log_entry"));
}
const retentionJobs = [
  "delete_unused_options",
  "forget_ended_calls",
  "delete_old_events",
  "fold_gas_days",
  "delete_old_keys",
];

async function payMany(site: Site, count: number): Promise<void> {
  const before = await readSizes(site.databaseUrl);
  for (let done = 0; done < count; done += paidAtOnce) {
    const batch = Array.from({ length: Math.min(paidAtOnce, count - done) }, (_, index) => done + index);
    await Promise.all(batch.map(async (number) => site.pay(await site.order(`PAID-${number}`), number)));
  }
  // Statistics follow within seconds.
  await pause(10_000);
  const paid = await readSizes(site.databaseUrl);
  printGrowth(`${count} paid payments`, before, paid, count);
  for (let done = 0; done < count; done += paidAtOnce) {
    const batch = Array.from({ length: Math.min(paidAtOnce, count - done) }, (_, index) => done + index);
    await Promise.all(batch.map((number) => site.order(`UNPAID-${number}`)));
  }
  await pause(10_000);
  const unpaid = await readSizes(site.databaseUrl);
  printGrowth(`${count} payments that no buyer opened`, paid, unpaid, count);
  await retain(site);
  // The ones without a buyer are subtracted with their events, so both are counted without.
  const kept = await readSizes(site.databaseUrl);
  const withoutUnpaid = new Map(
    [...kept].map(([name, bytes]) => {
      const isGone = /^(?:event|request_log)/.test(name);
      return [name, isGone ? bytes : bytes - (unpaid.get(name) ?? 0) + (paid.get(name) ?? 0)];
    }),
  );
  printGrowth("the paid ones after three months", before, withoutUnpaid, count);
}

type Sizes = ReadonlyMap<string, number>;

/** Prints the growth for each payment: in all, of each table with its indexes, and of the largest of both. */
function printGrowth(which: string, before: Sizes, after: Sizes, count: number): void {
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / count] as const);
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  const printRow = printTable(`Storage, bytes per payment: ${which}`, [
    "Table with its indexes, or one of them",
    "bytes",
    "÷ all",
  ]);
  const row = (name: string, bytes: number) => printRow(name, Math.round(bytes), (bytes / total).toFixed(2));
  row("all", total);
  const tables = Map.groupBy(grown, ([name]) => name.split(" ")[0] ?? name);
  const byTable = [...tables].map(
    ([name, parts]) => [`${name}, all`, parts.reduce((sum, [, bytes]) => sum + bytes, 0)] as const,
  );
  const largest = [...byTable, ...grown].toSorted(([, a], [, b]) => b - a).filter(([, bytes]) => bytes >= 50);
  for (const [name, bytes] of largest.slice(0, 25)) row(name, bytes);
}

/** Reads the sizes of all tables and indexes, after what updates left behind has been removed. */
function readSizes(databaseUrl: string): Promise<Map<string, number>> {
  return withConnection(databaseUrl, async (client) => {
    await client.query("VACUUM FULL");
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `SELECT coalesce(t.relname || ' ' || c.relname, c.relname) AS name, pg_relation_size(c.oid) + coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) AS bytes
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
        WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'i')`,
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  });
}

/** @returns the number of requests. @throws Error when one of them failed. */
async function load(site: Site, forSeconds: number): Promise<number> {
  const open = new Set<Promise<void>>();
  let [sent, failed] = [0, 0];
  const timer = setInterval(() => {
    sent += 1;
    const request = sent % perSecond < creating ? site.order(`LOAD-${sent}`) : site.list();
    const one: Promise<void> = Promise.resolve(request)
      .then(() => undefined)
      .catch(() => {
        failed += 1;
      })
      .finally(() => open.delete(one));
    open.add(one);
  }, 1_000 / perSecond);
  await pause(forSeconds * 1_000);
  clearInterval(timer);
  await Promise.all(open);
  if (failed > 0) throw new Error(`${failed} of ${sent} requests failed`);
  return sent;
}

async function residentMb(processes: Readonly<Record<string, number>>): Promise<[name: string, megabytes: number][]> {
  const read = async ([name, pid]: [string, number]): Promise<[string, number]> => {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return [name, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_000];
  };
  return Promise.all(Object.entries(processes).map(read));
}

/** Returns the process that the web process has started for the pages. */
async function childOf(parent: number): Promise<number> {
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "") : "";
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent) return Number(name);
  }
  throw new Error("the web process has no child");
}
