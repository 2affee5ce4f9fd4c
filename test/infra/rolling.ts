import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { hasCaddy, startCaddy } from "./caddy.ts";
import { startLoad } from "./load.ts";
import { startNginx } from "./nginx.ts";
import type { Say } from "./say.ts";
import { startSite } from "./site.ts";

const perSecond = 40;
const restarts = 2;

/** The reverse proxies that `deploy` has a configuration for, with the signal at which each completes its requests. */
const proxies = {
  nginx: { start: startNginx, endsBy: "SIGQUIT" },
  Caddy: { start: startCaddy, endsBy: "SIGTERM" },
} as const;
type ProxyName = keyof typeof proxies;

/**
 * Replaces both web processes and both workers, one after the other and twice, behind nginx as deploy/nginx
 * has it, and again behind Caddy where that is installed, while a shop creates payments 40 times a second. Every request has to
 * succeed, and a payment from before is paid afterwards.
 */
export async function checkRollingRestart(say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-rolling-"));
  const site = await startSite();
  const env = { ...site.env, DRAIN_SECONDS: "7" };
  const ports = [await findFreePort(), await findFreePort()];
  const webs: Service[] = [];
  for (const port of ports) webs.push(await startService("scripts/server.ts", { env: { ...env, PORT: String(port) } }));
  const workers = [await startService("scripts/worker.ts", { env }), await startService("scripts/worker.ts", { env })];

  const restartAll = async () => {
    for (const [index, port] of ports.entries()) {
      await webs[index]?.stop();
      webs[index] = await startService("scripts/server.ts", { env: { ...env, PORT: String(port) } });
    }
    for (const index of workers.keys()) {
      await workers[index]?.stop();
      workers[index] = await startService("scripts/worker.ts", { env });
    }
  };
  const restartBehind = async (name: ProxyName) => {
    const { start, endsBy } = proxies[name];
    const proxy = await start(folder, site.port, ports);
    try {
      const old = await site.order(`${name}-BEFORE`);
      const unanswered = await orderRarely((number) => site.order(`${name}-RARE-${number}`));
      if (unanswered.length > 0) throw new Error(unanswered.slice(0, 10).join("\n"));
      const load = startLoad(perSecond, (number) => site.order(`${name}-LOAD-${number}`));
      for (let round = 0; round < restarts; round += 1) await restartAll();
      const { sent, failures, slowestMs } = await load.stop();
      await site.pay(old);
      const failed = `${failures.length} failed`;
      say(`${name}: ${sent} requests at ${perSecond} a second during ${restarts * 4} restarts: ${failed}`);
      say(`${name}: the slowest request took ${Math.round(slowestMs)} ms`);
      if (failures.length > 0) throw new Error(failures.slice(0, 10).join("\n"));
    } finally {
      proxy.kill(endsBy);
      await once(proxy, "exit");
    }
  };

  try {
    await restartBehind("nginx");
    if (hasCaddy()) await restartBehind("Caddy");
    else say("Caddy: not installed, so nothing was restarted behind it");
  } finally {
    await Promise.all([...webs, ...workers].map((each) => each.stop()));
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Orders over connections that have been idle for about as long as Node keeps them by default, for four
 * rounds of some six seconds: a server that closes one at that moment would leave the order without an
 * answer. @returns the errors.
 */
async function orderRarely(order: (number: number) => Promise<unknown>): Promise<string[]> {
  const errors: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const orders = Array.from({ length: 60 }, async (_, index) => {
      await pause(index * 1.5);
      await order(round * 60 + index).catch((error: unknown) => errors.push(String(error)));
    });
    await Promise.all(orders);
    await pause(5_960);
  }
  return errors;
}
