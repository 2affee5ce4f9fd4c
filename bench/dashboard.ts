import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { closeDatabase } from "#lib/db/close.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { say } from "./say.ts";
import { signInMember } from "./sign-in-member.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const payments = 1_000_000;
const rounds = 20;
const atMostMs = 300;

/** A request of the browser: a page, or a data query with its input. */
type Question = [name: string, path: (partner: BigPartner, paymentId: string) => string];

const data = (name: string, input: object) =>
  `/dashboard/data/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;

const questions: Question[] = [
  ["overview, 30 days", () => "/dashboard"],
  ["overview, 12 months", () => "/dashboard?period=12m"],
  ["merchants", () => "/dashboard/merchants"],
  ["merchants, a search", () => "/dashboard/merchants?search=77"],
  ["a merchant", ({ merchantIds }) => `/dashboard/merchants/${merchantIds[7]}`],
  ["quick start", () => "/dashboard/developers"],
  ["keys", () => "/dashboard/developers/keys"],
  ["requests", () => "/dashboard/developers/requests"],
  ["settings", () => "/dashboard/settings"],
  ["members", () => "/dashboard/settings/members"],
  ["audit log", () => "/dashboard/settings/audit"],
  ["account", () => "/dashboard/account"],
  ["payments", () => "/dashboard/payments"],
  ["payments, one merchant", ({ merchantIds }) => `/dashboard/payments?merchant=${merchantIds[7]}`],
  ["payments, two statuses", () => "/dashboard/payments?status=failed,processing"],
  ["payments, a token by amount", () => "/dashboard/payments?token=USDG&sort=amount"],
  ["payments, one day", () => "/dashboard/payments?from=2025-06-01&to=2025-06-01"],
  ["payments, a reference", ({ reference }) => `/dashboard/payments?search=${reference.slice(0, 35)}`],
  ["a payment", (_partner, paymentId) => `/dashboard/payments/${paymentId}`],
  ["create a payment", () => "/dashboard/payments/new"],
  ["query: payments.list", () => data("payments.list", {})],
  ["query: payments.live", (_partner, paymentId) => data("payments.live", { ids: [paymentId] })],
  ["query: payments.statistics", () => data("payments.statistics", {})],
  ["query: payments.merchants", () => data("payments.merchants", { search: "77" })],
];

/**
 * Benchmarks the dashboard of a partner with 1,000,000 payments: the milliseconds of each page and query on one connection,
 * and an export of all payments with the server's memory.
 */
export async function benchDashboard(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startBenchProduct(folder);
  try {
    const partner = await writeManyPayments(product.databaseUrl, "Many", payments);
    const { baseUrl } = product.file;
    const cookie = await signInMember(baseUrl, product.databaseUrl, partner.partnerId);
    const get = (address: string) => fetch(`${baseUrl}${address}`, { headers: { cookie } });
    const list = (await (await get(data("payments.list", { statuses: ["succeeded"] }))).json()) as List;
    const paymentId = list.payments[0]?.id ?? "";
    say(`\npages and queries of ${payments} payments: milliseconds, median and maximum of ${rounds}`);
    for (const [name, addressOf] of questions) await measure(name, () => get(addressOf(partner, paymentId)));
    await measureExport(() => get("/dashboard/payments/export"), product.serverPid);
    await closeDatabase();
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type List = { payments: { id: string }[] };

async function measure(name: string, request: () => Promise<Response>): Promise<void> {
  const times: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const started = performance.now();
    const response = await request();
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name} returned ${response.status}`);
    if (round >= 0) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const [median = 0, worst = 0] = [times[rounds / 2], times.at(-1)];
  const verdict = median > atMostMs ? "  MISSED" : "";
  say(`  ${name.padEnd(30)}${median.toFixed(1).padStart(8)}${worst.toFixed(1).padStart(8)}${verdict}`);
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
  const megabytes = bytes / 1e6;
  say(
    `\nexport: ${rows} rows, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(1)} MB/s`,
  );
  say(`  the memory of the server and its pages in MB: ${before.toFixed(0)} before, ${memory.join(" ")} at each tenth`);
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
