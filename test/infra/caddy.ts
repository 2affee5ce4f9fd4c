import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

/** True where Debian's package caddy, or another one, is installed. */
export function hasCaddy(): boolean {
  return spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0;
}

/**
 * Starts Caddy with our configuration, on another port and without TLS, in front of web processes.
 * @throws Error when Caddy isn't installed, or ends.
 */
export async function startCaddy(folder: string, port: number, upstreams: readonly number[]): Promise<ChildProcess> {
  const base = `http://127.0.0.1:${port}`;
  const environment = {
    HOME: folder,
    TILL_DOMAIN: base,
    TILL_UPSTREAMS: upstreams.map((each) => `127.0.0.1:${each}`).join(" "),
  };
  const args = ["run", "--config", "deploy/caddy/Caddyfile", "--adapter", "caddyfile"];
  const caddy = spawn("caddy", args, { env: { ...process.env, ...environment }, stdio: "ignore" });
  await once(caddy, "spawn");
  for (;;) {
    const isUp = await fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return caddy;
    if (caddy.exitCode !== null) throw new Error("Caddy ended: install Debian's package caddy");
    await pause(100);
  }
}
