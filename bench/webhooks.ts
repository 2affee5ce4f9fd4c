import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { createWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { updateWebhookEndpoint } from "#lib/domain/webhooks/update-endpoint.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { ensureDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";
import { startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";

const events = Number(process.env.WEBHOOK_EVENTS ?? 20_000);
const partners = 4;
const atOnce = 32;
const timed = 300;

type Arrivals = Record<string, { count: number; firstMs: number; lastMs: number; ids: Record<string, number> }>;

/**
 * Benchmarks webhooks through a worker process: deliveries per second of queued events next to a bare loop of the same POSTs, the time
 * from commit to arrival while little happens, and an endpoint that works next to one that is down and one that is slow.
 */
export async function benchWebhooks(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durability: "full" });
  const databaseUrl = await ensureDatabase(postgres.url("postgres"), "till");
  await deployMigrations(databaseUrl);
  const relayerPrivateKey = devAccounts().relayer.privateKey;
  const place = { databaseUrl, publicUrl: "http://127.0.0.1:4200", port: 4200, chains: [], confirmations: 1 };
  const env = serviceEnv({ ...place, relayerPrivateKey });
  Object.assign(process.env, env);
  const receiver = spawn(process.execPath, [path.join(import.meta.dirname, "webhook-server.ts")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ port }] = (await once(receiver, "message")) as [{ port: number }];
  const worker = await startService("scripts/worker.ts", { env: { ...env, NODE_ENV: "production" } });
  try {
    await measureThroughput(receiver, `http://127.0.0.1:${port}`);
    await measureLatency(receiver, `http://127.0.0.1:${port}`);
    await measureFairness(receiver, `http://127.0.0.1:${port}`);
  } finally {
    await worker.stop();
    await closeDatabase();
    receiver.kill();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureThroughput(receiver: ChildProcess, base: string): Promise<void> {
  const owners = await Promise.all(Array.from({ length: partners }, createPartner));
  const endpoints = await Promise.all(
    owners.map((owner, index) => createEndpoint(owner, `${base}/bulk${index}`, "paused")),
  );
  for (const [index, owner] of owners.entries()) await queue(owner, endpoints[index] ?? "", events / partners);
  const body = "x".repeat(sampleBody.length);
  const bare = [await postAll(base, body), await postAll(base, body)].at(-1) ?? 0;
  await Promise.all(owners.map((owner, index) => setState(owner, endpoints[index] ?? "", "enabled")));
  const seen = await awaitArrivals(receiver, (all) => sum(all, "/bulk") >= events);
  const bulk = Object.entries(seen).filter(([name]) => name.startsWith("/bulk"));
  const firstMs = Math.min(...bulk.map(([, each]) => each.firstMs));
  const lastMs = Math.max(...bulk.map(([, each]) => each.lastMs));
  const rate = (events * 1_000) / (lastMs - firstMs);
  say(`\n${events} queued events to ${partners} endpoints, ${atOnce} attempts at once`);
  say(`  webhooks      ${rate.toFixed(0).padStart(7)} per second`);
  say(`  bare POSTs    ${bare.toFixed(0).padStart(7)} per second`);
  say(`  webhooks : bare POSTs = ${(rate / bare).toFixed(3)}${rate / bare < 0.3 ? "  MISSED (0.3)" : ""}`);
  const twice = sum(seen, "/bulk") - events;
  if (twice !== 0) say(`  ${twice} webhooks came twice`);
}

async function measureLatency(receiver: ChildProcess, base: string): Promise<void> {
  const owner = await createPartner();
  await createEndpoint(owner, `${base}/timed`, "enabled");
  await pause(1_500);
  const committed = new Map<string, number>();
  for (let index = 0; index < timed; index += 1) {
    const subject = `payment ${index}`;
    await record(owner, subject);
    const { rows } = await pool().query<{ id: string }>(
      "SELECT event_id AS id FROM webhook_delivery WHERE partner_id = $1 AND subject = $2",
      [owner, subject],
    );
    committed.set(rows[0]?.id ?? "", commitMs);
    await pause(20 + (index % 7) * 5);
  }
  const seen = await awaitArrivals(receiver, (all) => sum(all, "/timed") >= timed);
  const ids = seen["/timed"]?.ids ?? {};
  const delays = [...committed].map(([id, atMs]) => (ids[id] ?? Number.POSITIVE_INFINITY) - atMs).sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0;
  say(`\nfrom commit to arrival, ${timed} events one after another`);
  say(`  p50 ${at(0.5)} ms${at(0.5) > 100 ? "  MISSED (100)" : ""}, p99 ${at(0.99)} ms`);
}

/** Two partners get the same events; one has two more endpoints that don't work. */
async function measureFairness(receiver: ChildProcess, base: string): Promise<void> {
  const count = events / 4;
  const rates: number[] = [];
  for (const [name, others] of [
    ["/alone", []],
    ["/with-others", [`${base}/slow`, "http://127.0.0.1:1/"]],
  ] as const) {
    const owner = await createPartner();
    const urls = [`${base}${name}`, ...others];
    const endpoints = await Promise.all(urls.map((url) => createEndpoint(owner, url, "paused")));
    for (const endpoint of endpoints) await queue(owner, endpoint, count);
    await Promise.all(endpoints.map((endpoint) => setState(owner, endpoint, "enabled")));
    const seen = await awaitArrivals(receiver, (all) => sum(all, name) >= count);
    const { firstMs = 0, lastMs = 0 } = seen[name] ?? {};
    rates.push((count * 1_000) / (lastMs - firstMs));
  }
  const [alone = 0, withOthers = 0] = rates;
  say(`\n${count} events to a working endpoint`);
  say(`  alone                          ${alone.toFixed(0).padStart(7)} per second`);
  say(`  with one down and one slow     ${withOthers.toFixed(0).padStart(7)} per second`);
  say(`  with them : alone = ${(withOthers / alone).toFixed(3)}`);
}

const sampleBody = JSON.stringify({
  id: newId("evt", new Date()),
  type: "payment.succeeded",
  timestamp: new Date(),
  apiVersion: "2026-02-18",
  data: { payment: { filler: "x".repeat(1_200) } },
});

async function createPartner(): Promise<PartnerId> {
  const id = newId("prt", new Date());
  await pool().query("INSERT INTO partner (id, name) VALUES ($1, 'Bench')", [id]);
  return id;
}

async function createEndpoint(partnerId: PartnerId, url: string, state: "enabled" | "paused"): Promise<string> {
  const scope = { partnerId, merchantId: null };
  const settings = { url, description: "", eventTypes: [], merchantIds: [], apiVersion: "2026-02-18" };
  const { endpoint } = await inTransaction((tx) => createWebhookEndpoint(tx, scope, settings));
  await setState(partnerId, endpoint.id, state);
  return endpoint.id;
}

function setState(partnerId: PartnerId, id: string, state: "enabled" | "paused"): Promise<unknown> {
  return inTransaction((tx) => updateWebhookEndpoint(tx, { partnerId, merchantId: null }, id, { state }));
}

/** Queues events with a body of the size of a payment's for one endpoint. */
async function queue(partnerId: PartnerId, endpointId: string, count: number): Promise<void> {
  const prefix = newId("evt", new Date()).slice(0, 20);
  await pool().query(
    `WITH made AS (INSERT INTO event (id, partner_id, type, data, created_at)
       SELECT $3 || lpad(n::text, 10, '0'), $1, 'webhook_endpoint.disabled', $5::jsonb, now() FROM generate_series(1, $4::int) n RETURNING id)
     INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
       SELECT $2, id, $1, id, now(), now() FROM made`,
    [partnerId, endpointId, prefix, count, JSON.stringify({ filler: "x".repeat(1_200) })],
  );
}

let commitMs = 0;

async function record(partnerId: PartnerId, subject: string): Promise<void> {
  const about = { subject, data: sampleBody };
  const event = { type: "webhook_endpoint.disabled", partnerId, merchantId: null, about } as const;
  await inTransaction(async (tx) => {
    await recordEvents(tx, [event], new Date());
    tx.afterCommit(() => {
      commitMs = Date.now();
    });
  });
}

/** Posts a body as often as there are events, over kept connections. @returns requests per second. */
async function postAll(base: string, body: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const headers = { "content-type": "application/json", "content-length": body.length };
  let left = events;
  const startedAt = performance.now();
  const post = () =>
    new Promise<void>((resolve, reject) => {
      request(`${base}/bare`, { method: "POST", agent, headers }, (response) => {
        response.resume().on("end", resolve);
      })
        .on("error", reject)
        .end(body);
    });
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await post();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  agent.destroy();
  return (events * 1_000) / (performance.now() - startedAt);
}

const sum = (all: Arrivals, prefix: string) =>
  Object.entries(all).reduce((total, [name, { count }]) => total + (name.startsWith(prefix) ? count : 0), 0);

async function awaitArrivals(receiver: ChildProcess, isDone: (all: Arrivals) => boolean): Promise<Arrivals> {
  for (;;) {
    receiver.send("report");
    const [all] = (await once(receiver, "message")) as [Arrivals];
    if (isDone(all)) return all;
    await pause(200);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
