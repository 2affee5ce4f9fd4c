import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { withProduct } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { alternate } from "./load.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { rounds, setting } from "./setting.ts";
import { signInMember } from "./sign-in-member.ts";
import { printTable, quantile, ratios, say, spread, verdict } from "./table.ts";
import { timeRequests } from "./timed-requests.ts";

const payments = setting("PAYMENTS", 1_000_000, 20_000);
const requests = setting("REQUESTS", 10, 2);
const atMostMs = 300;

/**
 * A request of the browser: a page, or a data query with its input; another merchant, payment or day each
 * time.
 */
type Question = [name: string, path: (about: About) => string];
type About = { merchantId: string; paymentId: string; reference: string; day: string; number: number };

const data = (name: string, input: object) =>
  `/dashboard/data/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;

const questions: Question[] = [
  ["overview, 30 days", () => "/dashboard"],
  ["overview, 12 months", () => "/dashboard?period=12m"],
  ["merchants", () => "/dashboard/merchants"],
  ["merchants, a search", ({ number }) => `/dashboard/merchants?search=${number}`],
  ["a merchant", ({ merchantId }) => `/dashboard/merchants/${merchantId}`],
  ["quick start", () => "/dashboard/developers"],
  ["keys", () => "/dashboard/developers/keys"],
  ["requests", () => "/dashboard/developers/requests"],
  ["settings", () => "/dashboard/settings"],
  ["members", () => "/dashboard/settings/members"],
  ["audit log", () => "/dashboard/settings/audit"],
  ["account", () => "/dashboard/account"],
  ["payments", () => "/dashboard/payments"],
  ["payments, one merchant", ({ merchantId }) => `/dashboard/payments?merchant=${merchantId}`],
  ["payments, two statuses", () => "/dashboard/payments?status=failed,processing"],
  ["payments, a token by amount", () => "/dashboard/payments?token=USDG&sort=amount"],
  ["payments, one day", ({ day }) => `/dashboard/payments?from=${day}&to=${day}`],
  ["payments, a reference", ({ reference }) => `/dashboard/payments?search=${reference.slice(0, 35)}`],
  ["a payment", ({ paymentId }) => `/dashboard/payments/${paymentId}`],
  ["create a payment", () => "/dashboard/payments/new"],
  ["query: payments.list", () => data("payments.list", {})],
  ["query: payments.live", ({ paymentId }) => data("payments.live", { ids: [paymentId] })],
  ["query: payments.statistics", () => data("payments.statistics", {})],
  ["query: payments.merchants", ({ number }) => data("payments.merchants", { search: String(number) })],
];

/**
 * Benchmarks the dashboard of a partner with 1,000,000 payments: the milliseconds of each page and query on
 * one connection, compared in each round with the sign-in page, which reads no payments; and an export of all
 * payments with the server's memory.
 */
export async function benchDashboard(): Promise<void> {
  await withProduct({}, async (product) => {
    say(`Inserting ${payments} payments`);
    const partner = await writeManyPayments(product.databaseUrl, "Many", payments);
    const { baseUrl } = product.file;
    const cookie = await signInMember(baseUrl, product.databaseUrl, partner.partnerId);
    const about = await createAbout(partner);
    let sent = 0;
    const measured = (path: Question[1], headers: Record<string, string>) => async () => {
      sent += requests;
      // The first ones warm up.
      const request = (index: number) => ({ url: baseUrl + path(about(index)), headers });
      return quantile((await timeRequests(request, requests + 2, sent)).slice(2), 0.5);
    };
    const endCpu = await watchCpu({ web: product.serverPid, Postgres: product.postgresPid });
    const [signInPage = [], ...figures] = await alternate(
      [measured(() => "/sign-in", {}), ...questions.map(([, path]) => measured(path, { cookie }))],
      rounds,
    );
    const cores = await endCpu();
    const title = `Pages and queries of ${payments} payments, ${requests} requests a round; median of ${rounds} rounds (lowest–highest)`;
    const printRow = printTable(title, ["Request", "ms", "÷ sign-in page", "target"]);
    printRow("the sign-in page", spread(signInPage), "1", "");
    for (const [index, [name]] of questions.entries()) {
      const ms = figures[index] ?? [];
      printRow(name, spread(ms), spread(ratios(ms, signInPage)), verdict(ms, { atMost: atMostMs }));
    }
    for (const [name, used] of Object.entries(cores))
      printRow(`cores in use on average: ${name}`, spread([used]), "", "");
    await measureExport(
      () => fetch(`${baseUrl}/dashboard/payments/export`, { headers: { cookie } }),
      product.serverPid,
    );
  });
}

async function createAbout({ partnerId, merchantIds }: BigPartner): Promise<(index: number) => About> {
  const text = `SELECT id AS "paymentId", reference_id AS reference, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM payment WHERE partner_id = $1 AND status = 'succeeded' ORDER BY md5(id) LIMIT 2000`;
  const some = await database.rows(
    statement<Pick<About, "paymentId" | "reference" | "day">>({ name: "bench-some", text }),
    [partnerId],
  );
  return (index) => ({
    ...(some[index % some.length] as (typeof some)[number]),
    merchantId: String(merchantIds[index % merchantIds.length]),
    number: 10 + (index % 90),
  });
}

async function measureExport(request: () => Promise<Response>, pid: number): Promise<void> {
  const before = await residentMb(pid);
  const started = performance.now();
  const response = await request();
  let bytes = 0;
  let rows = -1;
  let nextAt = 0;
  const memory: string[] = [];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) rows += 1;
    if (rows < nextAt) continue;
    memory.push(`${(await residentMb(pid)).toFixed(0)}`);
    nextAt += payments / 10;
  }
  const seconds = (performance.now() - started) / 1_000;
  if (response.status !== 200 || rows !== payments) throw new Error(`the export has ${rows} rows, not ${payments}`);
  const megabytes = bytes / 1e6;
  const printRow = printTable(`An export of ${rows} payments`, ["Measured", "figure"]);
  printRow("MB", megabytes.toFixed(1));
  printRow("seconds", seconds.toFixed(1));
  printRow("MB per second", (megabytes / seconds).toFixed(1));
  printRow("memory of the server and its pages before, MB", before.toFixed(0));
  printRow("at each tenth, MB", memory.join(", "));
}

async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid), "--ppid", String(pid)]);
  return (
    stdout
      .trim()
      .split(/\s+/)
      .reduce((sum, kilobytes) => sum + Number(kilobytes), 0) / 1_024
  );
}
