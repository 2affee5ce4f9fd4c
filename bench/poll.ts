import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { statement } from "#lib/db/statement.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { withProduct } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { type HeldRequest, holdRequests } from "./held-requests.ts";
import { setting } from "./setting.ts";
import { printTable, quantile, ratios, say, spread } from "./table.ts";

const polls = setting("POLLS", 15_000, 600);
const changesPerSecond = 50;
const changes = setting("CHANGES", 400, 40);
const warmUp = Math.ceil(polls / 8);
const rounds = setting("ROUNDS", 3, 2);
const anyScope = { partnerId: null, merchantId: null };

/**
 * Holds 15,000 polls of as many payments in one process of the production build. Measures the memory of each
 * compared with a bare `node:http` server, the time from a change to the response while 50 payments per
 * second change, and the time to wake all of them at once, compared with the same change and announcements
 * without any poll. Times include the transaction of the change.
 */
export async function benchPoll(): Promise<void> {
  await withProduct({}, async (product) => {
    const rawPort = await choosePort(4300);
    const raw = await startService("bench/bare-server.ts", { env: { PORT: String(rawPort) } });
    try {
      const { baseUrl, apiKey, merchantId } = product.file;
      const headers = { "api-key": apiKey, "merchant-id": merchantId };
      const port = Number(new URL(baseUrl).port);
      const pathOf = (id: string) => `/v1/payments/${id}/status?maxPollMs=25000`;
      const link = await createDemoPayment(baseUrl, apiKey, merchantId);
      const rawPaths = Array.from({ length: polls }, () => "/held");
      const rows: Record<"rawKb" | "ourKb" | "p50" | "p99" | "change" | "all", number[]> = {
        rawKb: [],
        ourKb: [],
        p50: [],
        p99: [],
        change: [],
        all: [],
      };
      // A warm-up, so that memory that the process keeps anyway isn't attributed to the polls.
      await endAll(await holdRequests(port, (await writeOpenPayments(link, warmUp)).map(pathOf), headers));
      await endAll(await holdRequests(rawPort, rawPaths.slice(0, warmUp), headers));
      const endCpu = await watchCpu({ web: product.serverPid, Postgres: product.postgresPid });
      for (let round = 0; round < rounds; round += 1) {
        say(`Round ${round + 1} of ${rounds}`);
        const ids = await writeOpenPayments(link, polls);
        const hold = () => holdRequests(port, ids.map(pathOf), headers);
        let held: HeldRequest[];
        // A process keeps the memory of the first round, so later ones don't tell what a poll takes.
        if (round === 0) {
          const bare = await kilobytesEach(raw.pid, () => holdRequests(rawPort, rawPaths, headers));
          await endAll(bare.held);
          rows.rawKb.push(bare.each);
          const ours = await kilobytesEach(product.serverPid, hold);
          held = ours.held;
          rows.ourKb.push(ours.each);
        } else held = await hold();
        const waits = await wakeOneByOne(ids, held);
        rows.p50.push(quantile(waits, 0.5));
        rows.p99.push(quantile(waits, 0.99));
        await endAll(held);
        const left = ids.slice(changes);
        rows.change.push(await wakeAll(await writeOpenPayments(link, left.length), []));
        held = await holdRequests(port, left.map(pathOf), headers);
        rows.all.push(await wakeAll(left, held));
      }
      const cores = await endCpu();
      const title = `${polls} held polls of as many payments, median of ${rounds} rounds (lowest–highest)`;
      const printRow = printTable(title, ["Measured", "figure", "÷ baseline"]);
      printRow("memory of a request held by bare node:http, KB", spread(rows.rawKb), "1");
      printRow("memory of a held poll, KB", spread(rows.ourKb), spread(ratios(rows.ourKb, rows.rawKb)));
      printRow(`from a change to its response, ${changesPerSecond} changes per second: p50 ms`, spread(rows.p50), "");
      printRow("p99 ms", spread(rows.p99), "");
      printRow(`${polls - changes} payments change at once, without polls, ms`, spread(rows.change), "1");
      printRow(
        "and the last of as many polls is answered, ms",
        spread(rows.all),
        spread(ratios(rows.all, rows.change)),
      );
      for (const [name, used] of Object.entries(cores))
        printRow(`cores in use on average: ${name}`, spread([used]), "");
    } finally {
      await raw.stop();
    }
  });
}

/** Inserts copies of one open payment. */
async function writeOpenPayments(link: string, count: number): Promise<PaymentId[]> {
  const original = link.slice(link.lastIndexOf("/") + 1);
  const ids = Array.from({ length: count }, () => newId("pay", new Date()));
  const copy = statement({
    name: "bench-copies",
    text: `INSERT INTO payment SELECT (jsonb_populate_record(p, jsonb_build_object('id', v))).*
      FROM payment p CROSS JOIN unnest($2::text[]) AS v WHERE p.id = $1`,
  });
  await database.rows(copy, [original, ids]);
  return ids;
}

async function kilobytesEach(
  pid: number,
  hold: () => Promise<HeldRequest[]>,
): Promise<{ each: number; held: HeldRequest[] }> {
  const before = await residentKilobytes(pid);
  const held = await hold();
  await pause(2_000);
  return { each: ((await residentKilobytes(pid)) - before) / held.length, held };
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]);
}

async function wakeOneByOne(ids: readonly PaymentId[], held: readonly HeldRequest[]): Promise<number[]> {
  const waits: Promise<number>[] = [];
  for (const [index, id] of ids.slice(0, changes).entries()) {
    const startedAtMs = performance.now();
    const { path, answered } = held[index] as HeldRequest;
    waits.push(
      answered.then(({ status, atMs }) => {
        if (status !== 200) throw new Error(`${path} returned ${status}`);
        return atMs - startedAtMs;
      }),
    );
    void cancelPayment(anyScope, id, "cancelled_by_user");
    await pause(1_000 / changesPerSecond);
  }
  return Promise.all(waits);
}

/**
 * Changes all payments in one statement and announces each of them. @returns milliseconds until all is
 * announced and answered.
 */
async function wakeAll(ids: readonly PaymentId[], held: readonly HeldRequest[]): Promise<number> {
  const change = statement({
    name: "bench-cancel-all",
    text: `UPDATE payment SET status = 'cancelled', version = version + 1, cancelled_at = now(),
      cancelled_reason = 'cancelled_by_user' WHERE id = ANY($1::text[])`,
  });
  const startedAtMs = performance.now();
  await database.rows(change, [ids]);
  for (const id of ids) signals().announce("till_payment", id);
  await signals().flush();
  const changedAtMs = performance.now();
  const answers = await Promise.all(held.map(({ answered }) => answered));
  const failed = answers.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} polls returned an error`);
  return Math.max(changedAtMs, ...answers.map(({ atMs }) => atMs)) - startedAtMs;
}

async function endAll(held: readonly HeldRequest[]): Promise<void> {
  for (const { end } of held) end();
  await pause(1_000);
}
