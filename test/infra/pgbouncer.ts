import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withConnection } from "#scripts/postgres/connection.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { installPackage } from "./install-package.ts";
import type { Say } from "./say.ts";
import { startSite } from "./site.ts";

const payments = 30;
const serverConnections = 4;
const firstTriesMs = 10_000;

/**
 * Runs web processes behind Debian's PgBouncer, which pools transactions and knows no named statements, with
 * fewer connections than requests, and pays. Workers and LISTEN use the direct URL.
 */
export async function checkPgBouncer(say: Say): Promise<void> {
  installPackage("pgbouncer");
  const folder = await mkdtemp(path.join(tmpdir(), "till-pgbouncer-"));
  const site = await startSite();
  const { pooler, url } = await startPgBouncer(folder, site.databaseUrl);
  try {
    const env = {
      ...site.env,
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: site.databaseUrl,
      DATABASE_PREPARED_STATEMENTS: "off",
    };
    const worker = await startService("scripts/worker.ts", { env });
    const server = await startService("test/stack/api-server.ts", { env });
    const links = await Promise.all(Array.from({ length: payments }, (_, index) => site.order(`POOLED-${index}`)));
    for (const link of links.slice(0, 3)) await site.pay(link);
    const used = await withConnection(site.databaseUrl, async (client) => {
      const text = "SELECT count(*)::int AS used FROM pg_stat_activity WHERE application_name = 'pooled'";
      return (await client.query<{ used: number }>(text)).rows[0]?.used ?? 0;
    });
    say(`${payments} payments created and 3 paid over ${used} server connections`);
    if (used === 0 || used > serverConnections) throw new Error(`${used} connections, not 1 to ${serverConnections}`);
    await server.stop();
    await worker.stop();
  } finally {
    pooler.kill("SIGTERM");
    await once(pooler, "exit");
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPgBouncer(folder: string, databaseUrl: string): Promise<{ pooler: ChildProcess; url: string }> {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const port = await findFreePort();
  const users = path.join(folder, "users.txt");
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
till = host=${hostname} port=${serverPort} dbname=till application_name=pooled
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
ignore_startup_parameters = statement_timeout,extra_float_digits
`,
  );
  const isRoot = process.getuid?.() === 0;
  // It refuses to run as root.
  const [command = "", ...args] = isRoot
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", "pgbouncer", file]
    : ["pgbouncer", file];
  await chmod(folder, 0o755);
  const pooler = spawn(command, args, { stdio: "ignore" });
  const failed = once(pooler, "exit").then(() => {
    throw new Error("pgbouncer ended");
  });
  failed.catch(() => undefined);
  const url = new URL(databaseUrl);
  url.port = String(port);
  await Promise.race([failed, answers(url.href)]);
  return { pooler, url: url.href };
}

async function answers(url: string): Promise<void> {
  const until = performance.now() + firstTriesMs;
  for (;;) {
    try {
      await withConnection(url, (client) => client.query("SELECT 1"));
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(100);
    }
  }
}
