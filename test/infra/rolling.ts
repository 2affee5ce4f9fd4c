import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import type { Say } from "./say.ts";
import { startSite } from "./site.ts";

const perSecond = 40;
const restarts = 2;

/**
 * Replaces both web processes and both workers, one after the other and twice, behind nginx as deploy/nginx has it, while a shop creates
 * payments 40 times a second. Every request has to succeed, and a payment from before is paid afterwards.
 */
export async function checkRollingRestart(say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-rolling-"));
  const site = await startSite();
  const env = { ...site.env, DRAIN_SECONDS: "7" };
  const ports = [await findFreePort(), await findFreePort()];
  const webs: Service[] = [];
  for (const port of ports) webs.push(await startService("scripts/server.ts", { env: { ...env, PORT: String(port) } }));
  const workers = [await startService("scripts/worker.ts", { env }), await startService("scripts/worker.ts", { env })];
  const nginx = await startNginx(folder, site.port, ports);
  try {
    const old = await site.order("BEFORE");
    const load = startLoad(site.order);
    for (let round = 0; round < restarts; round += 1) {
      for (const [index, port] of ports.entries()) {
        await webs[index]?.stop();
        webs[index] = await startService("scripts/server.ts", { env: { ...env, PORT: String(port) } });
      }
      for (const index of workers.keys()) {
        await workers[index]?.stop();
        workers[index] = await startService("scripts/worker.ts", { env });
      }
    }
    const { sent, failures, slowestMs } = await load.stop();
    await site.pay(old);
    say(`${sent} requests at ${perSecond} a second during ${restarts * 4} restarts: ${failures.length} failed`);
    say(`the slowest request took ${Math.round(slowestMs)} ms`);
    if (failures.length > 0) throw new Error(failures.slice(0, 10).join("\n"));
  } finally {
    nginx.kill("SIGQUIT");
    await once(nginx, "exit");
    await Promise.all([...webs, ...workers].map((each) => each.stop()));
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Orders at a fixed rate, however long answers take. */
function startLoad(order: (reference: string) => Promise<string>) {
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let [sent, slowestMs] = [0, 0];
  const timer = setInterval(() => {
    const startedAt = performance.now();
    sent += 1;
    const one: Promise<void> = order(`LOAD-${sent}`)
      .then(() => {
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      })
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => open.delete(one));
    open.add(one);
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return { sent, failures, slowestMs };
    },
  };
}

/** Starts nginx with our configuration, on another port and without TLS. */
async function startNginx(folder: string, port: number, [first = 0, second = 0]: readonly number[]) {
  const ours = await readFile("deploy/nginx/till.conf", "utf8");
  const site = ours
    .replace(/server \{\s+listen 80;.*?\n\}\n/s, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*\n/gm, "")
    .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${second}`);
  const file = path.join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http { access_log off; ${paths.join(" ")}
${site} }
`,
  );
  const nginx = spawn("nginx", ["-c", file], { stdio: "inherit" });
  await once(nginx, "spawn");
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return nginx;
    if (nginx.exitCode !== null) throw new Error("nginx ended: install Debian's package nginx");
    await pause(100);
  }
}
