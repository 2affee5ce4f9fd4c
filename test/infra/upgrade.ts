import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { startLoad } from "./load.ts";
import { startNginx } from "./nginx.ts";
import type { Say } from "./say.ts";
import { runInRelease, type Site, startSite } from "./site.ts";

const perSecond = 40;
const longestStallMs = 1_000;
const payments = Number(process.env.PAYMENTS ?? 1_000_000);
const backupMs = 3_000;
/** Longer than the migrator waits between its attempts. */
const betweenBackupsMs = 2_000;

/**
 * Upgrades an installation with a million payments as docs/operations.md says, behind nginx, under 40
 * requests a second, while backups run and, from the new web processes on, buyers pay: the previous release's
 * processes run on the new schema, and are replaced one by one. No request may fail or take longer than a
 * second, each payment succeeds, and one from before is paid afterwards. `UPGRADE_FROM` names the commit or
 * tag of the previous release; its packages must be those of this one.
 */
export async function checkUpgrade(say: Say): Promise<void> {
  const from = process.env.UPGRADE_FROM ?? previousRelease();
  const folder = await mkdtemp(path.join(tmpdir(), "till-upgrade-"));
  const old = checkOut(from, path.join(folder, "old"));
  const site = await startSite({ release: old });
  const env = { ...site.env, DRAIN_SECONDS: "7" };
  const ports = [await findFreePort(), await findFreePort()];
  const startWeb = (cwd: string, port: number) =>
    startService("scripts/server.ts", { cwd, env: { ...env, PORT: String(port) } });
  const startWorker = (cwd: string) => startService("scripts/worker.ts", { cwd, env });
  const webs: Service[] = [];
  const workers: Service[] = [];
  try {
    await runInRelease(
      old,
      `const { writeManyPayments } = await import("./bench/many-payments.ts");
      await writeManyPayments(process.env.DATABASE_URL, "Many", ${payments});`,
    );
    say(`${payments} payments written by ${from}`);
    for (const port of ports) webs.push(await startWeb(old, port));
    workers.push(await startWorker(old), await startWorker(old));
    const nginx = await startNginx(folder, site.port, ports);
    try {
      const before = await site.order("BEFORE");
      // Every other request reads, because a lock that lets readers pass stops writers, and the other way round.
      const load = startLoad(perSecond, (number) => (number % 2 === 0 ? site.list() : site.order(`LOAD-${number}`)));
      const backups = startBackups(site.databaseUrl);
      let waits = 0;
      const applied = await deployMigrations(site.databaseUrl, undefined, () => {
        waits += 1;
      });
      const backupsTaken = await backups.stop();
      const migratingMs = load.takeSlowestMs();
      say(`${applied.length} migrations, which gave way to ${backupsTaken} backups ${waits} times`);
      say(`the slowest request meanwhile took ${Math.round(migratingMs)} ms`);
      for (const [index, port] of ports.entries()) {
        await webs[index]?.stop();
        webs[index] = await startWeb(".", port);
      }
      // This release's client doesn't read every answer of an older one. The workers are still the previous release's.
      const buyers = startBuyers(site);
      for (const index of workers.keys()) {
        await workers[index]?.stop();
        workers[index] = await startWorker(".");
      }
      const { sent, failures, slowestMs } = await load.stop();
      const paid = await buyers.stop();
      await site.pay(before);
      say(`${sent} requests at ${perSecond} a second: ${failures.length} failed; ${paid} payments were paid`);
      say(`the slowest request while processes were replaced took ${Math.round(slowestMs)} ms`);
      if (failures.length > 0) throw new Error(failures.slice(0, 10).join("\n"));
      for (const ms of [migratingMs, slowestMs]) {
        if (ms > longestStallMs) throw new Error(`a request took ${ms} ms, more than ${longestStallMs}`);
      }
    } finally {
      nginx.kill("SIGQUIT");
      await once(nginx, "exit");
    }
  } finally {
    await Promise.all([...webs, ...workers].map((each) => each.stop()));
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pays one payment after the other until it is stopped. `stop` returns their number, and throws the first failure. */
function startBuyers(site: Site): { stop(): Promise<number> } {
  let isStopped = false;
  const run = async () => {
    let paid = 0;
    for (; !isStopped; paid += 1) await site.pay(await site.order(`BUYER-${paid}`), paid);
    return paid;
  };
  const running = run();
  // The failure is thrown by stop.
  running.catch(() => undefined);
  return {
    stop() {
      isStopped = true;
      return running;
    },
  };
}

/**
 * Holds what pg_dump does, for some seconds again and again until it is stopped: a lock on every table, for
 * which migrations have to wait, and a snapshot, for which indexes that are built concurrently have to.
 * `stop` returns their number.
 */
function startBackups(databaseUrl: string): { stop(): Promise<number> } {
  let isStopped = false;
  const run = () =>
    withConnection(databaseUrl, async (client) => {
      let taken = 0;
      for (; !isStopped; taken += 1) {
        await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        const tables = "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'";
        const { rows } = await client.query<{ name: string }>(tables);
        await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(", ")} IN ACCESS SHARE MODE`);
        await pause(backupMs);
        await client.query("COMMIT");
        await pause(betweenBackupsMs);
      }
      return taken;
    });
  const running = run();
  // The failure is thrown by stop.
  running.catch(() => undefined);
  return {
    stop() {
      isStopped = true;
      return running;
    },
  };
}

/** The tag of the previous release; without tags, the commit that gave the changelog the heading of its newest version. */
function previousRelease(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
  const [tag] = git("tag", "--merged", "HEAD^", "--sort=-version:refname", "v*").split("\n");
  if (tag) return tag;
  const [heading] = /^## \[\d.*$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  if (heading === undefined) throw new Error("CHANGELOG.md has no version");
  return git("log", "-1", "--format=%H", `-S${heading}`, "--", "CHANGELOG.md");
}

/** Checks a release out, with this one's packages and pages, of which the load asks for none. */
function checkOut(commit: string, folder: string): string {
  mkdirSync(folder);
  execFileSync("sh", ["-c", 'git archive "$1" | tar -x -C "$2"', "sh", commit, folder]);
  for (const each of ["node_modules", ".next"]) symlinkSync(path.resolve(each), path.join(folder, each));
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "package.json" };
  execFileSync(path.resolve("node_modules/.bin/prisma"), ["generate"], { cwd: folder, env, stdio: "ignore" });
  return folder;
}
