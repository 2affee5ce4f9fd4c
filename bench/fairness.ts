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
import { startProduct } from "#scripts/stack/start-product.ts";
import type { Flood } from "./fairness-flood.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { quantile } from "./quantile.ts";
import { signInMember } from "./sign-in-member.ts";

const payments = 100_000;
const loggedRequests = 600_000;
const heldPolls = 10_000;
const allowedRatio = 2;

/**
 * Measures the status reads of a partner, 100 a second, while another partner floods the service within the production's limits:
 * pages, sign-ins, lists, searches, exports and held polls, each alone and then all of them. Prints the 50th and 99th percentiles
 * and their ratios to those of the idle service. The floods' own client shares the machine, so a row without requests shows
 * what a busy core alone does. Arguments are the indices of the floods to run; all by default.
 */
export async function benchFairness(): Promise<void> {
  // The limits of production are part of what is measured.
  delete process.env.RATE_LIMIT_PER_KEY;
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startProduct({
    ...{ folder, dev: false, port: 4200, durability: "full", pastPayments: 0, knownApiKey: null },
    onStep: say,
  });
  try {
    const { baseUrl, apiKey, merchantId } = product.file;
    const partner = await writeManyPayments(product.databaseUrl, "Many", payments);
    await database.rows({ name: "bench-log", text: insertRequests }, [partner.partnerId, loggedRequests]);
    const cookie = await signInMember(baseUrl, product.databaseUrl, partner.partnerId);
    const link = await createDemoPayment(baseUrl, apiKey, merchantId);
    const status = `${baseUrl}/v1/payments/${link.slice(link.lastIndexOf("/") + 1)}/status`;
    const reads = fork(fileURLToPath(new URL("fairness-reads.ts", import.meta.url)));
    const measure = async () => {
      reads.send({ url: status, headers: { "api-key": apiKey, "merchant-id": merchantId } });
      const [times] = await once(reads, "message");
      return times as number[];
    };
    await measure();
    const idle = await measure();
    say(`\n${"".padEnd(44)}p50 ms  p99 ms   ratios to idle`);
    say(line("idle", idle, idle));
    const busyCore = spawn(process.execPath, ["-e", "for (;;);"]);
    say(line("a busy core, without a request", await measure(), idle));
    busyCore.kill("SIGKILL");
    const open = await database.rows<{ id: string }>(openPayments, [partner.partnerId]);
    const all = floodsOf(partner, cookie, open);
    const chosen = process.argv.slice(3).map(Number);
    const alone = all.map((one) => [one]).filter((_, index) => chosen.length === 0 || chosen.includes(index));
    for (const floods of chosen.length === 0 ? [...alone, all] : alone) {
      const flood = fork(fileURLToPath(new URL("fairness-flood.ts", import.meta.url)), [
        JSON.stringify({ baseUrl, floods }),
      ]);
      await once(flood, "message");
      await pause(1_000);
      say(line(floods.length === 1 ? (floods[0]?.name ?? "") : "all together", await measure(), idle));
      flood.kill("SIGKILL");
      await once(flood, "exit");
      await pause(3_000);
    }
    say(line("idle again", await measure(), idle));
    reads.kill();
    await closeDatabase();
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function floodsOf(
  { apiKey, merchantIds, reference }: BigPartner,
  cookie: string,
  open: readonly { id: string }[],
): Flood[] {
  const query = (name: string, input: object) =>
    `/dashboard/data/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const lists = merchantIds.slice(0, 50).map((id) => `/v1/payments?merchantIds=${id}&sortBy=amount`);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return [
    { name: "40 readers of /sign-in", connections: 40, paths: ["/sign-in"] },
    {
      ...{ name: "20 sign-ins with a wrong password", connections: 20, method: "POST", headers: form },
      ...{ paths: ["/api/auth/callback/credentials"], body: "email=a%40b.example&password=wrong-password" },
    },
    { name: "32 readers of lists", connections: 32, paths: lists, headers: { "api-key": apiKey } },
    {
      ...{ name: "40 searches of the request log", connections: 40, headers: { cookie } },
      paths: ["zzzz", "abc", "pay_", reference.slice(3, 9)].map((search) => query("developers.requests", { search })),
    },
    { name: "4 exports", connections: 4, paths: ["/dashboard/payments/export"], headers: { cookie } },
    {
      ...{ name: `${heldPolls} held polls`, connections: heldPolls, headers: { "api-key": apiKey }, isHeld: true },
      paths: open.map(({ id }) => `/v1/payments/${id}/status?maxPollMs=30000`),
    },
  ];
}

function line(name: string, times: readonly number[], idle: readonly number[]): string {
  const figures = [0.5, 0.99].map((part) => [quantile(times, part), quantile(idle, part)] as const);
  const shown = figures.map(([ms]) => ms.toFixed(1).padStart(8)).join("");
  const ratios = figures.map(([ms, before]) => (ms / before).toFixed(2).padStart(8)).join("");
  const [, [p99, before] = [0, 0]] = figures;
  return `${name.padEnd(42)}${shown}${ratios}${p99 / before > allowedRatio ? "  TARGET MISSED" : ""}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const openPayments = {
  name: "bench-open",
  text: "SELECT id FROM payment WHERE partner_id = $1 AND status = 'processing' LIMIT 1000",
};

const insertRequests = `INSERT INTO request_log_entry (partner_id, api_key_id, at, method, path, status, duration_ms, request_id)
  SELECT $1, k.id, now() - i * interval '1 second', 'GET', '/v1/payments/pay_' || upper(substr(md5(i::text), 1, 26)), 200, 5,
    md5((i + 7)::text)
  FROM generate_series(1, $2::int) i CROSS JOIN (SELECT id FROM api_key WHERE partner_id = $1 LIMIT 1) k`;
