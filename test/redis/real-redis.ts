import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import type { RedisServer } from "#test/redis/redis-server.ts";

const names = ["redis-server", "valkey-server"];

/** Starts a real Redis if one is installed; returns null otherwise. */
export async function createRealRedis(): Promise<RedisServer | null> {
  const binary = names.find((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0);
  if (binary === undefined) return null;
  const port = await findFreePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  let server: ChildProcess | null = null;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const child = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
      server = child;
      for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
        if (String(chunk).includes("eady to accept connections")) break;
      }
      child.stdout.resume();
    },
    async stop() {
      if (server === null) return;
      const exited = once(server, "exit");
      server.kill("SIGKILL");
      await exited;
      server = null;
    },
    freeze() {
      server?.kill("SIGSTOP");
    },
    thaw() {
      server?.kill("SIGCONT");
    },
  };
}
