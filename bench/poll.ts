import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { database } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { type HeldRequest, holdRequests } from "./held-requests.ts";
import { quantile } from "./quantile.ts";
import { say } from "./say.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const polls = 15_000;
const changesPerSecond = 50;
const changes = 400;
const anyScope = { partnerId: null, merchantId: null };

/**
 * Holds 15,000 polls in one process of the production build. Measures the memory of each compared with a bare `node:http`
 * server, the time from a change to the response while 50 payments per second change, and the time to wake all of them at
 * once. Times include the transaction of the change.
 */
export async function benchPoll(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startBenchProduct(folder);
  const rawPort = await choosePort(4300);
  const raw = await startService("bench/holding-server.ts", { env: { PORT: String(rawPort) } });
  try {
    const { baseUrl, apiKey, merchantId } = product.file;
    const ids = await writeOpenPayments(await createDemoPayment(baseUrl, apiKey, merchantId));
    const headers = { "api-key": apiKey, "merchant-id": merchantId };
    const port = Number(new URL(baseUrl).port);
    const paths = ids.map((id) => `/v1/payments/${id}/status?maxPollMs=25000`);
    // A warm-up, so that memory that the process keeps anyway isn't attributed to the polls.
    await endAll(await holdRequests(port, paths.slice(0, 2_000), headers));
    await endAll(await holdRequests(rawPort, paths.slice(0, 2_000), headers));
    const rawKb = await kilobytesEach(raw.pid, () => holdRequests(rawPort, paths, headers), endAll);
    let held: HeldRequest[] = [];
    const ourKb = await kilobytesEach(product.serverPid, async () => {
      held = await holdRequests(port, paths, headers);
      return held;
    });
    say(`\n${polls} held polls: ${ourKb.toFixed(1)} KB each; bare node:http ${rawKb.toFixed(1)} KB`);
    const waits = await wakeOneByOne(ids, held);
    const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)].map((ms) => ms.toFixed(0));
    say(`${changes} changes, ${changesPerSecond} per second: response after p50 ${p50} ms, p99 ${p99} ms`);
    await endAll(held);
    held = await holdRequests(port, paths.slice(changes), headers);
    say(`${held.length} woken at once: last response after ${(await wakeAll(ids.slice(changes), held)).toFixed(0)} ms`);
  } finally {
    await closeDatabase();
    await raw.stop();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Inserts copies of one open payment. */
async function writeOpenPayments(link: string): Promise<PaymentId[]> {
  const original = link.slice(link.lastIndexOf("/") + 1);
  const ids = Array.from({ length: polls }, () => newId("pay", new Date()));
  const copy = {
    name: "bench-copies",
    text: `INSERT INTO payment SELECT (jsonb_populate_record(p, jsonb_build_object('id', v))).*
      FROM payment p CROSS JOIN unnest($2::text[]) AS v WHERE p.id = $1`,
  };
  await database.rows(copy, [original, ids]);
  return ids;
}

async function kilobytesEach(
  pid: number,
  hold: () => Promise<HeldRequest[]>,
  end: (held: HeldRequest[]) => Promise<void> = async () => undefined,
): Promise<number> {
  const before = await residentKilobytes(pid);
  const held = await hold();
  await pause(2_000);
  const after = await residentKilobytes(pid);
  await end(held);
  return (after - before) / held.length;
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]);
}

async function wakeOneByOne(ids: readonly PaymentId[], held: readonly HeldRequest[]): Promise<number[]> {
  const waits: Promise<number>[] = [];
  for (const [index, id] of ids.slice(0, changes).entries()) {
    const startedAtMs = performance.now();
    waits.push((held[index] as HeldRequest).answered.then(({ atMs }) => atMs - startedAtMs));
    void cancelPayment(anyScope, id, "cancelled_by_user");
    await pause(1_000 / changesPerSecond);
  }
  return Promise.all(waits);
}

/** Changes all payments in one statement and announces each of them. */
async function wakeAll(ids: readonly PaymentId[], held: readonly HeldRequest[]): Promise<number> {
  const change = {
    name: "bench-cancel-all",
    text: `UPDATE payment SET status = 'cancelled', version = version + 1, cancelled_at = now(),
      cancelled_reason = 'cancelled_by_user' WHERE id = ANY($1::text[])`,
  };
  await database.rows(change, [ids]);
  const startedAtMs = performance.now();
  for (const id of ids) signals().announce("till_payment", id);
  const answers = await Promise.all(held.map(({ answered }) => answered));
  const failed = answers.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} polls returned an error`);
  return Math.max(...answers.map(({ atMs }) => atMs)) - startedAtMs;
}

async function endAll(held: readonly HeldRequest[]): Promise<void> {
  for (const { end } of held) end();
  await pause(1_000);
}
