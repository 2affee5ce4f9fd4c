import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import type { Product } from "#scripts/stack/start-product.ts";
import { withProduct } from "./bench-product.ts";
import { type Cores, watchCpu } from "./cpu-time.ts";
import type { Flood, FloodAnswers } from "./fairness-flood.ts";
import type { Latencies, Reading } from "./fairness-reads.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { rounds, setting } from "./setting.ts";
import { confirmOf, inParallel, makeBuyers, mintTo, prepare, tokenBy } from "./shop.ts";
import { signInMember } from "./sign-in-member.ts";
import { printTable, quantile, ratios, say, spread, verdict } from "./table.ts";

const chainId = 8453;
const payments = setting("PAYMENTS", 100_000, 2_000);
const paymentsOfOther = setting("PAYMENTS_OTHER", 20_000, 2_000);
const loggedRequests = setting("LOGGED_REQUESTS", 600_000, 5_000);
const merchants = setting("MERCHANTS", 10_000, 500);
const heldPolls = setting("POLLS", 10_000, 300);
const seconds = setting("SECONDS", 10, 2);
const untilQuietMs = 3_000;
/** The most that the p99 of another partner may be, as a multiple of that next to a busy core. */
const allowedRatio = 2;
const busyCore = "a busy core";
const perSecond = { status: 100, create: 10, confirm: 10, page: 20 };
type Subject = keyof typeof perSecond;
const buyers = makeBuyers("fairness buyer", 64);

/** A row of the table: what happens during the measurement. `start` returns the function that ends it. */
type Row = { name: string; subjects: readonly Subject[]; start: () => Promise<Running> };
type Running = { pid: number | null; end: () => Promise<Answers | null> };
/** Null for held polls alone, whose answers aren't counted. */
type Answers = FloodAnswers & { forSeconds: number };
type Measured = { latencies: Latencies; cores: Cores; answers: Answers | null };

/**
 * Measures a partner's status reads, created payments and confirms, side by side, while another partner
 * floods the service within production's limits: pages, sign-ins, lists, searches, dashboard data, exports
 * and held polls, each alone and then all of them; and the checkout page during the floods that share its
 * process. Each round has all rows. The floods, which on this machine take processor time from the service,
 * run at the same priority as everything else; the row of a busy core tells what that alone does to the
 * figures, and each flood is compared with it within the round. Arguments are the indices of the floods to
 * run, after which comes that of all together; by default all of them.
 */
export async function benchFairness(): Promise<void> {
  await withProduct({}, async (product) => {
    const { baseUrl } = product.file;
    say("Inserting payments, requests and merchants");
    const partner = await writeManyPayments(product.databaseUrl, "Many", payments);
    const other = await writeManyPayments(product.databaseUrl, "Other", paymentsOfOther);
    await database.rows(statement({ name: "bench-log", text: insertRequests }), [partner.partnerId, loggedRequests]);
    await database.rows(statement({ name: "bench-merchants", text: insertMerchants }), [partner.partnerId, merchants]);
    await mintTo(connectAnvil(product.chains[0]?.rpcUrl ?? ""), tokenBy(chainId, "eip3009"), buyers);
    const cookie = await signInMember(baseUrl, product.databaseUrl, partner.partnerId);
    const open = await database.rows(openPayments, [partner.partnerId]);
    const reads = fork(fileURLToPath(new URL("fairness-reads.ts", import.meta.url)));
    try {
      const rows = await rowsOf(baseUrl, floodsOf(partner, cookie, open));
      const nextReading = await createReadings(baseUrl, other);
      const failed = once(reads, "exit").then(() => Promise.reject(new Error("a request of the readers failed")));
      const run = (row: Row) => Promise.race([measure(product, reads, row, nextReading), failed]);
      // A warm-up.
      await run(rows[0] as Row);
      const measured = rows.map((): Measured[] => []);
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, row] of rows.entries()) {
          say(`Round ${round + 1} of ${rounds}: ${row.name}`);
          measured[index]?.push(await run(row));
        }
      }
      print(rows, measured);
    } finally {
      reads.kill();
    }
  });
}

async function rowsOf(baseUrl: string, floods: readonly Flood[]): Promise<Row[]> {
  const chosen = process.argv
    .slice(3)
    .filter((argument) => /^\d+$/.test(argument))
    .map(Number);
  const isChosen = (index: number) => chosen.length === 0 || chosen.includes(index);
  const sets = [...floods.map((one) => [one]), floods].filter((_, index) => isChosen(index));
  for (const one of new Set(sets.flat())) await tryOut(baseUrl, one);
  const ofPartner: Subject[] = ["status", "create", "confirm"];
  return [
    {
      name: "nothing",
      subjects: [...ofPartner, "page"],
      start: async () => ({ pid: null, end: async () => null }),
    },
    {
      name: busyCore,
      subjects: [...ofPartner, "page"],
      start: async () => {
        const child = spawn(process.execPath, ["-e", "for (;;);"]);
        return { pid: child.pid ?? null, end: () => end(child) };
      },
    },
    ...sets.map((set): Row => {
      const name = set.length === 1 ? (set[0]?.name ?? "") : "all together";
      const subjects: Subject[] = set.every(({ slowsPages }) => slowsPages) ? [...ofPartner, "page"] : ofPartner;
      return { name, subjects, start: () => startFlood(baseUrl, set) };
    }),
  ];
}

type NextReading = (subject: Subject) => Promise<Reading>;
type Owned = { id: string; merchantId: string };

/** @returns a function that prepares the requests of a measurement: other payments each time. */
async function createReadings(baseUrl: string, { partnerId, apiKey, merchantIds }: BigPartner): Promise<NextReading> {
  const ids = await database.rows(somePayments, [partnerId]);
  const links = await inParallel(20, 4, (index) => createDemoPayment(baseUrl, apiKey, String(merchantIds[index])));
  let used = 0;
  const headersOf = (merchantId: string) => ({ "api-key": apiKey, "merchant-id": merchantId });
  const anyMerchant = (index: number) => String(merchantIds[index % merchantIds.length]);
  const json = { "content-type": "application/json" };
  const requestOf: Record<Subject, (index: number) => Promise<Reading["requests"][number]>> = {
    async status(index) {
      const { id, merchantId } = ids[index % ids.length] as Owned;
      return { path: `/v1/payments/${id}/status`, headers: headersOf(merchantId) };
    },
    async create(index) {
      const order = {
        referenceId: `FAIR-${index}`,
        amount: { unit: "iso4217/USD", value: String(1_000 + (index % 9_000)) },
      };
      const headers = { ...headersOf(anyMerchant(index)), ...json, "idempotency-key": `fair-${index}` };
      return { path: "/v1/payments", headers, body: JSON.stringify(order) };
    },
    async confirm(index) {
      const shop = { baseUrl, chainId, apiKey, merchantId: anyMerchant(index) };
      const prepared = await prepare(shop, buyers[index % buyers.length] as (typeof buyers)[number], index);
      const { path, body } = confirmOf(prepared);
      return { path, headers: { ...headersOf(shop.merchantId), ...json }, body: JSON.stringify(body) };
    },
    page: async (index) => ({ path: new URL(links[index % links.length] as string).pathname }),
  };
  return async (subject) => {
    const count = perSecond[subject] * seconds;
    const from = used;
    used += count;
    const requests = await inParallel(count, 8, (index) => requestOf[subject](from + index));
    return { name: subject, everyMs: 1_000 / perSecond[subject], status: subject === "create" ? 201 : 200, requests };
  };
}

async function measure(product: Product, reads: ChildProcess, row: Row, next: NextReading): Promise<Measured> {
  // The pages take so much of the processors that they are measured after the rest, not at the same time.
  const phases = [
    row.subjects.filter((subject) => subject !== "page"),
    row.subjects.filter((subject) => subject === "page"),
  ];
  const prepared: Reading[][] = [];
  for (const subjects of phases) {
    const readings: Reading[] = [];
    for (const subject of subjects) readings.push(await next(subject));
    if (readings.length > 0) prepared.push(readings);
  }
  await pause(untilQuietMs);
  const running = await row.start();
  const pids = { web: product.serverPid, Postgres: product.postgresPid, readers: reads.pid ?? 0 };
  const endCpu = await watchCpu({ ...pids, ...(running.pid === null ? {} : { flood: running.pid }) });
  const latencies: Latencies = {};
  for (const readings of prepared) {
    reads.send({ baseUrl: product.file.baseUrl, readings });
    Object.assign(latencies, ((await once(reads, "message")) as [Latencies])[0]);
  }
  const cores = await endCpu();
  return { latencies, cores, answers: await running.end() };
}

/** Starts a flood in a process of its own. Its `end` throws when the flood has ended by itself. */
async function startFlood(baseUrl: string, floods: readonly Flood[]): Promise<Running> {
  const script = fileURLToPath(new URL("fairness-flood.ts", import.meta.url));
  const flood = fork(script, [JSON.stringify({ baseUrl, floods })]);
  await once(flood, "message");
  const askAnswers = async () => {
    if (flood.exitCode !== null) throw new Error("the flood ended before the measurement did");
    flood.send("report");
    return ((await once(flood, "message")) as [FloodAnswers])[0];
  };
  await pause(1_000);
  const before = await askAnswers();
  const startedAt = performance.now();
  const isCounted = floods.some(({ merchantIds }) => merchantIds === undefined);
  return {
    pid: flood.pid ?? null,
    async end() {
      const after = await askAnswers();
      const forSeconds = (performance.now() - startedAt) / 1_000;
      await end(flood);
      if (!isCounted) return null;
      return { answered: after.answered - before.answered, limited: after.limited - before.limited, forSeconds };
    },
  };
}

async function end(child: ChildProcess): Promise<null> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  return null;
}

function print(rows: readonly Row[], measured: readonly (readonly Measured[])[]): void {
  const title = `Another partner's requests, ${Object.entries(perSecond)
    .map(([name, rate]) => `${rate} × ${name}`)
    .join(", ")} a second for ${seconds} s; median of ${rounds} rounds (lowest–highest)`;
  const cpu = ["flood", "readers", "web", "Postgres", "machine"];
  const columns = [
    "Meanwhile",
    "request",
    "p50 ms",
    "p99 ms",
    `p99 ÷ ${busyCore}`,
    "target",
    "flood: answers per second",
    "of which refused",
  ];
  const printRow = printTable(title, [...columns, ...cpu.map((name) => `cores: ${name}`)]);
  const p99Of = (all: readonly Measured[], subject: Subject) =>
    all.map(({ latencies }) => quantile(latencies[subject] ?? [], 0.99));
  const baseline = measured[rows.findIndex(({ name }) => name === busyCore)] ?? [];
  for (const [index, { name, subjects }] of rows.entries()) {
    const all = measured[index] ?? [];
    const answers = all.flatMap((each) => each.answers ?? []);
    const ofAll = answers.map(({ answered, limited, forSeconds }) => (answered + limited) / forSeconds);
    const refused = answers.map(({ limited, forSeconds }) => limited / forSeconds);
    const cores = cpu.map((of) => all.flatMap((each) => each.cores[of] ?? []));
    // They are those of the row as a whole.
    const shared = [ofAll, refused, ...cores].map((values) => (values.length === 0 ? "" : spread(values)));
    for (const [line, subject] of subjects.entries()) {
      const p50 = all.map(({ latencies }) => quantile(latencies[subject] ?? [], 0.5));
      const p99 = p99Of(all, subject);
      const ratio = ratios(p99, p99Of(baseline, subject));
      const isJudged = name !== busyCore && name !== "nothing";
      const compared = [
        name === busyCore ? "1" : spread(ratio),
        isJudged ? verdict(ratio, { atMost: allowedRatio }) : "",
      ];
      printRow(name, subject, spread(p50), spread(p99), ...compared, ...(line === 0 ? shared : shared.map(() => "")));
    }
  }
}

const somePayments = statement<Owned>({
  name: "bench-some",
  text: `SELECT id, merchant_id AS "merchantId" FROM payment WHERE partner_id = $1 ORDER BY md5(id)`,
});

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

const openPayments = statement<Owned>({
  name: "bench-open",
  text: `SELECT id, merchant_id AS "merchantId" FROM payment WHERE partner_id = $1 AND status = 'processing' LIMIT 1000`,
});

const insertMerchants = `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
  SELECT 'mrch_' || upper(substr(md5(i::text), 1, 26)), $1, 'Branch ' || i, 'm@bench.example', now(), now()
  FROM generate_series(1, $2::int) i`;

const insertRequests = `INSERT INTO request_log_entry (partner_id, api_key_id, at, method, path, status, duration_ms, request_id,
    service_version)
  SELECT $1, k.id, now() - i * interval '1 second', 'GET', '/v1/payments/pay_' || upper(substr(md5(i::text), 1, 26)), 200, 5,
    md5((i + 7)::text), '2026-02-18'
  FROM generate_series(1, $2::int) i CROSS JOIN (SELECT id FROM api_key WHERE partner_id = $1 LIMIT 1) k`;
