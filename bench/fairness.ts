import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { closeDatabase } from "#lib/db/close.ts";
import { database } from "#lib/db/pool.ts";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import type { Flood } from "./fairness-flood.ts";
import type { Reading } from "./fairness-reads.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { quantile } from "./quantile.ts";
import { say } from "./say.ts";
import { signInMember } from "./sign-in-member.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const payments = 100_000;
const loggedRequests = 600_000;
const merchants = 10_000;
const heldPolls = 10_000;
const allowedRatio = 2;
const rounds = 5;
const untilQuietMs = 3_000;

/**
 * Measures the status reads of a partner, 100 a second, while another partner floods the service within the production's limits:
 * pages, sign-ins, lists, searches, dashboard data, exports and held polls, each alone and then all of them; and the checkout page, 20
 * times a second, during the floods that share its process. Each is measured for ten seconds before and ten seconds during the flood, in
 * five rounds, and the median of the rounds' ratios counts: what else the machine does changes within minutes, and the tails by
 * several times. Two rows without a flood, nothing at all and a busy core, show what the machine does to the figures.
 * Arguments are the indices of the floods to run, after which comes that of all together; by default all of them and the two rows without one.
 */
export async function benchFairness(): Promise<void> {
  // The limits of production are part of what is measured.
  delete process.env.RATE_LIMIT_PER_KEY;
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startBenchProduct(folder);
  try {
    const { baseUrl, apiKey, merchantId } = product.file;
    const partner = await writeManyPayments(product.databaseUrl, "Many", payments);
    await database.rows({ name: "bench-log", text: insertRequests }, [partner.partnerId, loggedRequests]);
    await database.rows({ name: "bench-merchants", text: insertMerchants }, [partner.partnerId, merchants]);
    const cookie = await signInMember(baseUrl, product.databaseUrl, partner.partnerId);
    const link = await createDemoPayment(baseUrl, apiKey, merchantId);
    const status = `${baseUrl}/v1/payments/${link.slice(link.lastIndexOf("/") + 1)}/status`;
    const reads = fork(fileURLToPath(new URL("fairness-reads.ts", import.meta.url)));
    const read = async (reading: Reading) => {
      reads.send(reading);
      const [times] = await once(reads, "message");
      return times as number[];
    };
    const ofMerchant = { "api-key": apiKey, "merchant-id": merchantId };
    const measure: Record<Subject, () => Promise<number[]>> = {
      status: () => read({ url: status, headers: ofMerchant, everyMs: 10 }),
      page: () => read({ url: link, headers: {}, everyMs: 50 }),
    };
    await measure.status();
    await measure.page();
    say(`\n${"".padEnd(44)}   p50: before, during, ratio   p99: before, during, ratio (of the rounds)`);
    const chosen = process.argv.slice(3).map(Number);
    if (chosen.length === 0) {
      await compare("no flood", ["status", "page"], measure, async () => () => undefined);
      await compare("a busy core, without a request", ["status", "page"], measure, async () => {
        const busyCore = spawn(process.execPath, ["-e", "for (;;);"]);
        return () => busyCore.kill("SIGKILL");
      });
    }
    const open = await database.rows<{ id: string; merchantId: string }>(openPayments, [partner.partnerId]);
    const all = floodsOf(partner, cookie, open);
    const rows = [...all.map((one) => [one]), all];
    for (const floods of rows.filter((_, index) => chosen.length === 0 || chosen.includes(index))) {
      for (const one of floods) await tryOut(baseUrl, one);
      const name = floods.length === 1 ? (floods[0]?.name ?? "") : "all together";
      const slowsPages = floods.every((one) => one.slowsPages);
      await compare(name, slowsPages ? ["status", "page"] : ["status"], measure, () => startFlood(baseUrl, floods));
    }
    reads.kill();
    await closeDatabase();
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The requests that are measured: the status reads of a partner, and a buyer's checkout page. */
type Subject = "status" | "page";

/** Prints the figures of some subjects before and during a flood. `start` returns the function that ends it. */
async function compare(
  name: string,
  subjects: readonly Subject[],
  measure: Readonly<Record<Subject, () => Promise<number[]>>>,
  start: () => Promise<() => unknown>,
): Promise<void> {
  const pairs: Record<Subject, Pair[]> = { status: [], page: [] };
  for (let round = 0; round < rounds; round++) {
    const before = new Map<Subject, number[]>();
    for (const subject of subjects) before.set(subject, await measure[subject]());
    const end = await start();
    for (const subject of subjects) {
      pairs[subject].push({ before: before.get(subject) ?? [], during: await measure[subject]() });
    }
    await end();
    await pause(untilQuietMs);
  }
  for (const subject of subjects)
    say(line(subject === "page" ? "  the checkout page meanwhile" : name, pairs[subject]));
}

/** Starts a flood in a process of its own. @returns the function that ends it, which throws when the flood has ended by itself. */
async function startFlood(baseUrl: string, floods: readonly Flood[]): Promise<() => Promise<void>> {
  const flood = fork(fileURLToPath(new URL("fairness-flood.ts", import.meta.url)), [
    JSON.stringify({ baseUrl, floods }),
  ]);
  await once(flood, "message");
  await pause(1_000);
  return async () => {
    if (flood.exitCode !== null) throw new Error("the flood ended before the measurement did");
    flood.kill("SIGKILL");
    await once(flood, "exit");
  };
}

/** @throws Error when a flood would measure other answers than it is meant to. */
async function tryOut(baseUrl: string, flood: Flood): Promise<void> {
  const { name, paths, method, headers = {}, body, status = 200, merchantIds } = flood;
  for (const [index, path] of paths.slice(0, 5).entries()) {
    const merchantId = merchantIds?.[index];
    const init: RequestInit = {
      method: method ?? "GET",
      body: body ?? null,
      redirect: "manual",
      headers: merchantId === undefined ? headers : { ...headers, "merchant-id": merchantId },
    };
    const response = await fetch(baseUrl + path.replace("maxPollMs=30000", "maxPollMs=1"), init);
    await response.body?.cancel();
    if (response.status !== status) throw new Error(`${name}: ${path} returned ${response.status}`);
  }
}

function floodsOf(
  { apiKey, merchantIds, reference }: BigPartner,
  cookie: string,
  open: readonly { id: string; merchantId: string }[],
): Flood[] {
  const query = (name: string, input: object) =>
    `/dashboard/data/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const lists = merchantIds.slice(0, 50).map((id) => `/v1/payments?merchantId=${id}&sortBy=amount`);
  const year = `startTs=${encodeURIComponent(new Date(Date.now() - 365 * 24 * 3_600_000).toISOString())}`;
  const overview = query("overview.figures", { period: "12m" });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return [
    { name: "40 readers of /sign-in", connections: 40, paths: ["/sign-in"] },
    {
      name: "20 sign-ins with a wrong password",
      connections: 20,
      method: "POST",
      headers: form,
      paths: ["/api/auth/callback/credentials"],
      body: "email=a%40b.example&password=wrong-password",
      status: 302,
    },
    { name: "32 readers of lists", connections: 32, paths: lists, headers: { "api-key": apiKey } },
    {
      name: "32 readers of lists of a year",
      connections: 32,
      headers: { "api-key": apiKey },
      paths: [`/v1/payments?${year}`],
    },
    {
      name: "32 searches of 10,000 merchants",
      connections: 32,
      headers: { "api-key": apiKey },
      paths: ["zz", "9", "many 9"].map((search) => `/v1/merchants?search=${encodeURIComponent(search)}`),
    },
    {
      name: "40 readers of the dashboard's data",
      connections: 40,
      headers: { cookie },
      slowsPages: true,
      paths: [
        overview,
        query("search.all", { text: "zz" }),
        query("settlements.balances", {}),
        query("customers.list", {}),
      ],
    },
    {
      name: "32 senders of requests that are refused",
      connections: 32,
      headers: { "api-key": apiKey },
      paths: ["/v1/payments?merchantIds=unknown"],
      status: 400,
    },
    {
      name: "40 searches of the request log",
      connections: 40,
      headers: { cookie },
      slowsPages: true,
      paths: ["zzzz", "abc", "pay_", reference.slice(3, 9)].map((search) => query("developers.requests", { search })),
    },
    { name: "4 exports", connections: 4, paths: ["/dashboard/payments/export"], headers: { cookie }, slowsPages: true },
    {
      name: `${heldPolls} held polls`,
      connections: heldPolls,
      headers: { "api-key": apiKey },
      paths: open.map(({ id }) => `/v1/payments/${id}/status?maxPollMs=30000`),
      merchantIds: open.map(({ merchantId }) => merchantId),
    },
  ];
}

/** Milliseconds of the reads before a flood, and of those during it. */
type Pair = { before: readonly number[]; during: readonly number[] };

function line(name: string, pairs: readonly Pair[]): string {
  const shown = [0.5, 0.99].map((part) => {
    const before = pairs.map((pair) => quantile(pair.before, part));
    const during = pairs.map((pair) => quantile(pair.during, part));
    const ratios = during.map((ms, index) => ms / (before[index] ?? Number.NaN));
    const [least = 0, ratio = 0, most = 0] = [0, 0.5, 1].map((at) => quantile(ratios, at));
    return {
      ratio,
      text: `${ms(before)} ${ms(during)} ${ratio.toFixed(2).padStart(6)} (${least.toFixed(1)}–${most.toFixed(1)})`,
    };
  });
  const missed = (shown[1]?.ratio ?? 0) > allowedRatio ? "  TARGET MISSED" : "";
  return `${name.padEnd(42)}${shown.map(({ text }) => text).join("  ")}${missed}`;
}

function ms(figures: readonly number[]): string {
  return quantile(figures, 0.5).toFixed(1).padStart(7);
}

const openPayments = {
  name: "bench-open",
  text: `SELECT id, merchant_id AS "merchantId" FROM payment WHERE partner_id = $1 AND status = 'processing' LIMIT 1000`,
};

const insertMerchants = `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
  SELECT 'mrch_' || upper(substr(md5(i::text), 1, 26)), $1, 'Branch ' || i, 'm@bench.example', now(), now()
  FROM generate_series(1, $2::int) i`;

const insertRequests = `INSERT INTO request_log_entry (partner_id, api_key_id, at, method, path, status, duration_ms, request_id)
  SELECT $1, k.id, now() - i * interval '1 second', 'GET', '/v1/payments/pay_' || upper(substr(md5(i::text), 1, 26)), 200, 5,
    md5((i + 7)::text)
  FROM generate_series(1, $2::int) i CROSS JOIN (SELECT id FROM api_key WHERE partner_id = $1 LIMIT 1) k`;
