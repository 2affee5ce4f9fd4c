import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { startLoad } from "./load.ts";
import { startNginx } from "./nginx.ts";
import type { Say } from "./say.ts";
import { runInRelease, startSite } from "./site.ts";

const perSecond = 40;
const longestStallMs = 1_000;
const payments = Number(process.env.PAYMENTS ?? 1_000_000);

/**
 * Upgrades an installation with a million payments as docs/operations.md says, behind nginx and under 40 requests a second: the previous
 * release's processes run on the new schema, and are replaced one by one. No request may fail or take longer than a second, and a payment
 * from before is paid afterwards. `UPGRADE_FROM` names the commit or tag of the previous release; its packages must be those of this one.
 */
export async function checkUpgrade(say: Say): Promise<void> {
  const from = process.env.UPGRADE_FROM ?? lastTag();
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
      const applied = await deployMigrations(site.databaseUrl);
      const migratingMs = load.takeSlowestMs();
      say(`${applied.length} migrations; the slowest request meanwhile took ${Math.round(migratingMs)} ms`);
      for (const [index, port] of ports.entries()) {
        await webs[index]?.stop();
        webs[index] = await startWeb(".", port);
      }
      for (const index of workers.keys()) {
        await workers[index]?.stop();
        workers[index] = await startWorker(".");
      }
      const { sent, failures, slowestMs } = await load.stop();
      await site.pay(before);
      say(`${sent} requests at ${perSecond} a second: ${failures.length} failed`);
      say(`the slowest request while processes were replaced took ${Math.round(slowestMs)} ms`);
      if (failures.length > 0) throw new Error(failures.slice(0, 10).join("\n"));
      if (migratingMs > longestStallMs)
        throw new Error(`a request took ${migratingMs} ms, more than ${longestStallMs}`);
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

function lastTag(): string {
  try {
    return execFileSync("git", ["describe", "--tags", "--abbrev=0"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    throw new Error("there is no tag of a release: name the previous one's commit in UPGRADE_FROM");
  }
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
