import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withConnection } from "#scripts/postgres/connection.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import type { Say } from "./say.ts";
import { startSite } from "./site.ts";

const ordersBefore = 40;

/**
 * Debian's Postgres with a synchronous standby: the primary is killed while a shop orders, the standby is
 * promoted, `npm run recover` runs, and every payment that the API had answered for is there; one of them is
 * paid. Then the manual's commands dump the database and restore the dump, once a broken one too, which
 * changes nothing; Till recovers and starts on the restored one as a role that owns nothing else.
 */
export async function checkStandby(say: Say): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "till-standby-"));
  execFileSync("chown", ["postgres:postgres", folder]);
  const [first, second] = [await findFreePort(), await findFreePort()];
  const primary = path.join(folder, "primary");
  const standby = path.join(folder, "standby");
  const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/till`;
  try {
    asPostgres("initdb", ["-D", primary, "-A", "trust", "-E", "UTF8"]);
    start(primary, first, ["-c", "synchronous_standby_names="]);
    asPostgres("pg_basebackup", ["-D", standby, "-R", "-X", "stream", "-d", replica(first)]);
    start(standby, second, []);
    asPostgres("createdb", ["-h", "127.0.0.1", "-p", String(first), "till"]);
    const admin = (sql: string) => withConnection(urlAt(first), (client) => client.query(sql));
    await admin("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (till_standby)'");
    await admin("SELECT pg_reload_conf()");
    const site = await startSite({ databaseUrl: urlAt(first) });
    try {
      const worker = await startService("scripts/worker.ts", { env: site.env });
      const server = await startService("test/stack/api-server.ts", { env: site.env });
      const answered: string[] = [];
      await site.pay(await site.order("PAID-BEFORE"));
      const ordering = (async () => {
        for (let index = 0; ; index += 1) {
          const link = await site.order(`BEFORE-${index}`).catch(() => null);
          if (link === null) return;
          answered.push(link);
        }
      })();
      while (answered.length < ordersBefore) await pause(20);
      asPostgres("pg_ctl", ["-D", primary, "-m", "immediate", "stop"]);
      await ordering;
      await server.kill();
      await worker.kill();
      asPostgres("pg_ctl", ["-D", standby, "-w", "promote"]);
      const promoted = { ...site.env, DATABASE_URL: urlAt(second) };
      await continueOn(promoted, site, answered);
      say(`the promoted standby has all ${answered.length} payments that were answered, and another was paid`);

      asPostgres("psql", ["-c", "CREATE ROLE till LOGIN", urlAt(second)]);
      const [dump = "", restore = ""] = manualCommands();
      const shell = (commands: string, dumpFile = "till-$(date +%F).dump") =>
        execFileSync("bash", ["-c", commands.replace("till-2026-11-26.dump", dumpFile)], {
          cwd: folder,
          env: { ...process.env, DATABASE_URL: urlAt(second), PGHOST: "127.0.0.1", PGPORT: String(second) },
          stdio: ["ignore", "ignore", "pipe"],
        });
      shell(dump);
      shell("head -c 100000 till-*.dump > broken.dump");
      for (const broken of ["broken.dump", "/dev/null"]) {
        if (succeeds(() => shell(restore, broken))) throw new Error(`${broken} was restored`);
      }
      shell(restore);
      const restored = urlAt(second).replace("postgres@", "till@");
      await continueOn({ ...site.env, DATABASE_URL: restored }, site, answered.slice(1));
      say("a dump was restored, recovered and started, and another was paid");
    } finally {
      await site.stop();
    }
  } finally {
    for (const data of [primary, standby]) {
      await Promise.resolve()
        .then(() => asPostgres("pg_ctl", ["-D", data, "-m", "immediate", "stop"]))
        .catch(() => undefined);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** The commands under "Backups and failover" of the manual: those that dump, and those that restore. */
function manualCommands(): string[] {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## Backups and failover\n");
  const [text = ""] = section.split(/^## /m);
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands);
}

function succeeds(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

/** Recovers, starts the processes, and pays the first of the links. @throws Error when a payment of the links is missing. */
async function continueOn(
  env: Readonly<Record<string, string>>,
  site: { pay(link: string): Promise<void> },
  links: readonly string[],
): Promise<void> {
  const recovery = spawn(process.execPath, ["scripts/recover.ts"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const code = await new Promise((resolve) => recovery.once("exit", resolve));
  if (code !== 0) throw new Error(`npm run recover ended with ${code}`);
  const ids = links.map((link) => link.split("/").at(-1) ?? "");
  const found = await withConnection(env.DATABASE_URL ?? "", async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM payment WHERE id = ANY($1)",
      [ids],
    );
    return rows[0]?.count;
  });
  if (found !== ids.length) throw new Error(`${found} of ${ids.length} payments are there`);
  const worker = await startService("scripts/worker.ts", { env });
  const server = await startService("test/stack/api-server.ts", { env });
  try {
    await site.pay(links[0] ?? "");
  } finally {
    await server.stop();
    await worker.stop();
  }
}

function replica(port: number): string {
  return `host=127.0.0.1 port=${port} user=postgres application_name=till_standby`;
}

function start(data: string, port: number, options: readonly string[]): void {
  const settings = [
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    ...options,
  ];
  asPostgres("pg_ctl", [
    "-D",
    data,
    "-w",
    "-l",
    `${data}.log`,
    "-o",
    settings.map((each) => `'${each}'`).join(" "),
    "start",
  ]);
}

/** Runs a program of Debian's newest Postgres as its user. @throws Error with its output. */
function asPostgres(program: string, args: readonly string[]): void {
  const base = "/usr/lib/postgresql";
  const version = readdirSync(base)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1);
  const command = [path.join(base, version ?? "", "bin", program), ...args];
  execFileSync("setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", "--", ...command], {
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
}
