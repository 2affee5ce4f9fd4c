import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { renderEvents } from "#lib/api/render-events.ts";
import { type EventId, type MerchantId, newAscendingIds, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { createWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { deleteWebhookEndpoint } from "#lib/domain/webhooks/delete-endpoint.ts";
import { updateWebhookEndpoint } from "#lib/domain/webhooks/update-endpoint.ts";
import { withProduct } from "./bench-product.ts";
import { type Cores, watchCpu } from "./cpu-time.ts";
import { alternate } from "./load.ts";
import { type BigPartner, writeHistories, writeManyPayments } from "./many-payments.ts";
import { setting } from "./setting.ts";
import { printTable, quantile, ratios, say, spread, verdict } from "./table.ts";

const events = setting("WEBHOOK_EVENTS", 20_000, 400);
const timed = setting("TIMED", 300, 20);
const rounds = setting("ROUNDS", 3, 2);
const partnerCount = 4;
const atOnce = 32;
/** Of ten payments seven succeed; the rest is for those that the hashes of their numbers let fail. */
const paymentsEach = Math.ceil((events / partnerCount) * 1.6) + timed;
const apiVersion = "2026-02-18";

type Arrivals = Record<string, { count: number; firstMs: number; lastMs: number; ids: Record<string, number> }>;
type Succeeded = { paymentId: PaymentId; merchantId: MerchantId };
/**
 * A partner with succeeded payments. `events` are of as many as one measurement delivers; `unreported` have
 * none yet.
 */
type Owner = BigPartner & { events: EventId[]; unreported: Succeeded[] };
type Delivered = { rate: number; cores: Cores; twice: number };

/**
 * Benchmarks `payment.succeeded` webhooks through a worker process, each of another payment: deliveries per
 * second of queued events, compared in each round with a bare loop that posts bodies of the same size, the
 * time from commit to arrival while little happens, and an endpoint that works next to one that is down and
 * one that is slow.
 */
export async function benchWebhooks(): Promise<void> {
  await withProduct({}, async (product) => {
    const owners: Owner[] = [];
    for (let number = 0; number < partnerCount; number += 1) {
      owners.push(await createOwner(product.databaseUrl, `Bench ${number}`));
    }
    const receiver = fork(fileURLToPath(new URL("webhook-server.ts", import.meta.url)), { stdio: "inherit" });
    try {
      const [{ port }] = (await once(receiver, "message")) as [{ port: number }];
      const pids = { worker: product.worker.pid, Postgres: product.postgresPid, receiver: receiver.pid ?? 0 };
      const site: Site = { receiver, base: `http://127.0.0.1:${port}`, pids };
      await measureThroughput(site, owners);
      await measureFairness(site, owners[0] as Owner);
      await measureLatency(site, owners[0] as Owner);
    } finally {
      receiver.kill();
    }
  });
}

type Site = { receiver: ChildProcess; base: string; pids: Readonly<Record<string, number>> };

async function createOwner(databaseUrl: string, name: string): Promise<Owner> {
  say(`Inserting ${paymentsEach} payments with their histories`);
  const partner = await writeManyPayments(databaseUrl, name, paymentsEach);
  await writeHistories(databaseUrl, partner.partnerId);
  const text = `SELECT id AS "paymentId", merchant_id AS "merchantId" FROM payment WHERE partner_id = $1 AND status = 'succeeded'
    ORDER BY md5(id)`;
  const paid = await database.rows(statement<Succeeded>({ name: "bench-succeeded", text }), [partner.partnerId]);
  const count = events / partnerCount;
  if (paid.length < count + timed) throw new Error(`only ${paid.length} payments of ${name} have succeeded`);
  const reported = paid.slice(0, count);
  const ids = newAscendingIds("evt", count, new Date());
  await database.rows(statement({ name: "bench-events", text: insertEvents }), [
    ids,
    partner.partnerId,
    reported.map(({ merchantId }) => merchantId),
    reported.map(({ paymentId }) => paymentId),
  ]);
  return { ...partner, events: ids, unreported: paid.slice(count) };
}

/** Version 2 of a payment is its collection. */
const insertEvents = `INSERT INTO event (id, partner_id, merchant_id, type, payment_id, payment_version, created_at)
  SELECT e.id, $2, e.merchant_id, 'payment.succeeded', e.payment_id, 2, now()
  FROM unnest($1::text[], $3::text[], $4::text[]) AS e (id, merchant_id, payment_id)`;

async function measureThroughput(site: Site, owners: readonly Owner[]): Promise<void> {
  const [{ partnerId, events: [eventId] = [] }] = owners as [Owner];
  if (eventId === undefined) throw new Error("no event was recorded");
  const body = (await renderEvents([{ partnerId, eventId, apiVersion }])).get(eventId);
  if (body === undefined) throw new Error("the event can't be read");
  let round = 0;
  const deliver = async (): Promise<Delivered> => {
    round += 1;
    const endpoints = await Promise.all(
      owners.map((owner, index) => queue(owner, `${site.base}/bulk${round}-${index}`, owner.events)),
    );
    return measureDelivery(site, `/bulk${round}-`, events, endpoints);
  };
  const [bare = [], ours = []] = await alternate<Delivered>([() => postAll(site, body), deliver], rounds);
  const title = `${events} events of ${body.length} bytes to ${partnerCount} endpoints, ${atOnce} at once; median of ${rounds} rounds (lowest–highest)`;
  const cpu = ["worker", "Postgres", "receiver", "load generator", "machine"];
  const columns = [
    "Sent",
    "per second",
    "÷ bare POSTs",
    "target",
    "came twice",
    ...cpu.map((name) => `cores: ${name}`),
  ];
  const printRow = printTable(title, columns);
  const used = (all: readonly Delivered[]) => cpu.map((of) => spread(all.map(({ cores }) => cores[of] ?? Number.NaN)));
  const [bareRates, rates] = [bare, ours].map((all) => all.map(({ rate }) => rate)) as [number[], number[]];
  printRow("bare POSTs", spread(bareRates), "", "", "", ...used(bare));
  const ratio = ratios(rates, bareRates);
  const twice = ours.reduce((sum, one) => sum + one.twice, 0);
  printRow("payment.succeeded", spread(rates), spread(ratio), verdict(ratio, { atLeast: 0.3 }), twice, ...used(ours));
}

/**
 * Enables endpoints, measures until as many webhooks have come to paths with this beginning, and deletes the
 * endpoints.
 */
async function measureDelivery(
  site: Site,
  prefix: string,
  count: number,
  endpoints: readonly Endpoint[],
): Promise<Delivered> {
  const endCpu = await watchCpu(site.pids);
  const startedMs = Date.now();
  await Promise.all(endpoints.map(({ enable }) => enable()));
  const seen = Object.entries(await awaitArrivals(site.receiver, prefix, count));
  const lastMs = Math.max(...seen.map(([, { lastMs: each }]) => each));
  const came = seen.reduce((sum, [, each]) => sum + each.count, 0);
  const cores = await endCpu();
  await Promise.all(endpoints.map(({ remove }) => remove()));
  return { rate: (count * 1_000) / (lastMs - startedMs), cores, twice: came - count };
}

async function measureLatency(site: Site, owner: Owner): Promise<void> {
  const endpoint = await queue(owner, `${site.base}/timed`, []);
  await endpoint.enable();
  await pause(1_500);
  const committed = new Map<PaymentId, number>();
  for (const [index, { paymentId, merchantId }] of owner.unreported.slice(0, timed).entries()) {
    const about = { paymentId, version: 2 };
    const event = { type: "payment.succeeded", partnerId: owner.partnerId, merchantId, about } as const;
    await inTransaction(async (tx) => {
      await recordEvents(tx, [event], new Date());
      tx.afterCommit(() => void committed.set(paymentId, Date.now()));
    });
    await pause(20 + (index % 7) * 5);
  }
  const ids = (await awaitArrivals(site.receiver, "/timed", timed))["/timed"]?.ids ?? {};
  const text = `SELECT id, payment_id AS "paymentId" FROM event WHERE partner_id = $1 AND id = ANY($2::text[])`;
  const arrived = [owner.partnerId, Object.keys(ids)];
  const told = await database.rows(
    statement<{ id: string; paymentId: PaymentId }>({ name: "bench-told", text }),
    arrived,
  );
  const delays = told.map(({ id, paymentId }) => (ids[id] ?? Number.NaN) - (committed.get(paymentId) ?? Number.NaN));
  if (delays.length !== timed) throw new Error(`${delays.length} of ${timed} events arrived`);
  const printRow = printTable(`From commit to arrival, ${timed} events one after another`, [
    "Quantile",
    "ms",
    "target",
  ]);
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  printRow("p50", p50, verdict([p50], { atMost: 100 }));
  printRow("p99", p99, "");
}

/** The same events go to a working endpoint alone, and to one next to two that don't work. */
async function measureFairness(site: Site, owner: Owner): Promise<void> {
  let round = 0;
  const withOthers = async (urls: readonly string[]): Promise<Delivered> => {
    round += 1;
    const path = `/fair${round}-`;
    const all = [`${site.base}${path}`, ...urls];
    const endpoints = await Promise.all(all.map((url) => queue(owner, url, owner.events)));
    return measureDelivery(site, path, owner.events.length, endpoints);
  };
  const broken = [`${site.base}/slow`, "http://127.0.0.1:1/"];
  const [alone = [], mixed = []] = await alternate([() => withOthers([]), () => withOthers(broken)], rounds);
  const [before, during] = [alone, mixed].map((all) => all.map(({ rate }) => rate)) as [number[], number[]];
  const title = `${owner.events.length} events to a working endpoint; median of ${rounds} rounds (lowest–highest)`;
  const printRow = printTable(title, ["Other endpoints of the partner", "per second", "÷ alone"]);
  printRow("none", spread(before), "1");
  printRow("one that is down and one that is slow", spread(during), spread(ratios(during, before)));
}

type Endpoint = { enable(): Promise<unknown>; remove(): Promise<void> };

/** Creates a paused endpoint for which these events wait. */
async function queue({ partnerId }: Owner, url: string, eventIds: readonly EventId[]): Promise<Endpoint> {
  const scope = { partnerId, merchantId: null };
  const settings = { url, description: "", eventTypes: [], merchantIds: [], apiVersion };
  const { endpoint } = await inTransaction((tx) => createWebhookEndpoint(tx, scope, settings));
  const setState = (state: "enabled" | "paused") =>
    inTransaction((tx) => updateWebhookEndpoint(tx, scope, endpoint.id, { state }));
  await setState("paused");
  const text = `INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
    SELECT $1, id, partner_id, payment_id, now(), now() FROM event WHERE partner_id = $2 AND id = ANY($3::text[])`;
  await database.rows(statement({ name: "bench-queue", text }), [endpoint.id, partnerId, eventIds]);
  return {
    enable: () => setState("enabled"),
    async remove() {
      await inTransaction((tx) => deleteWebhookEndpoint(tx, scope, endpoint.id));
      while ((await database.rows(selectPending, [endpoint.id])).length > 0) await pause(100);
    },
  };
}

/**
 * Workers fail what still waits for a deleted endpoint, which mustn't take their time from the next
 * measurement.
 */
const selectPending = statement({
  name: "bench-pending",
  text: "SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'pending' LIMIT 1",
});

/** Posts a body as often as there are events, over kept connections. */
async function postAll({ base, pids }: Site, body: string): Promise<Delivered> {
  const agent = new Agent({ keepAlive: true });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  let left = events;
  const endCpu = await watchCpu(pids);
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
  const rate = (events * 1_000) / (performance.now() - startedAt);
  agent.destroy();
  return { rate, cores: await endCpu(), twice: 0 };
}

/**
 * Waits until as many webhooks have come to paths with this beginning. @throws Error when none comes for a
 * minute.
 */
async function awaitArrivals(receiver: ChildProcess, prefix: string, count: number): Promise<Arrivals> {
  let [seen, changedAt] = [0, Date.now()];
  for (;;) {
    receiver.send("report");
    const [all] = (await once(receiver, "message")) as [Arrivals];
    const ours = Object.fromEntries(Object.entries(all).filter(([path]) => path.startsWith(prefix)));
    const came = Object.values(ours).reduce((total, each) => total + each.count, 0);
    if (came >= count) return ours;
    if (came > seen) [seen, changedAt] = [came, Date.now()];
    if (Date.now() - changedAt > 60_000) throw new Error(`${came} of ${count} webhooks came to ${prefix}`);
    await pause(200);
  }
}
