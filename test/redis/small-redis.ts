import { createHash } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import type { RedisServer } from "#test/redis/redis-server.ts";
import { readCommands } from "#test/redis/resp.ts";

type Counter = { value: number; expiresAtMs: number };

/** Fails in two more ways. */
export type SmallRedis = RedisServer & {
  /** Answers each command that writes with this error from now on, such as `READONLY …`; null counts again. */
  refuse(error: string | null): void;
  /** Takes so long for each command from now on, one after the other. */
  slow(ms: number): void;
};

/**
 * Starts the subset of Redis that counting needs, over a real socket: the handshake of a client and one script. It has no
 * Lua: for any script it does what rate-limiter-flexible's does (increment, expire, return both).
 */
export async function createSmallRedis(): Promise<SmallRedis> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isFrozen = false;
  let refusal: string | null = null;
  let slowMs = 0;
  let last: Promise<unknown> = Promise.resolve();
  let server: Server | null = null;
  let data = new Map<string, Counter>();
  let scripts = new Set<string>();

  function answer([name = "", ...args]: string[]): string {
    const command = name.toUpperCase();
    if (command === "INFO") return bulk("redis_version:7.0.0\r\nloading:0\r\n");
    if (refusal !== null && ["EVALSHA", "EVAL", "SET"].includes(command)) return `-${refusal}\r\n`;
    if (command === "EVALSHA")
      return scripts.has(args[0] ?? "") ? count(args.slice(2)) : "-NOSCRIPT No matching script.\r\n";
    if (command === "EVAL") {
      scripts.add(
        createHash("sha1")
          .update(args[0] ?? "")
          .digest("hex"),
      );
      return count(args.slice(2));
    }
    if (["CLIENT", "SELECT", "SET"].includes(command)) return "+OK\r\n";
    if (command === "PING") return "+PONG\r\n";
    return `-ERR unknown command '${name}'\r\n`;
  }

  function count([key = "", points = "", seconds = ""]: string[]): string {
    const now = Date.now();
    const known = data.get(key);
    const isFresh = known === undefined || known.expiresAtMs <= now;
    const counter = isFresh ? { value: 0, expiresAtMs: now + Number(seconds) * 1_000 } : known;
    counter.value += Number(points);
    data.set(key, counter);
    return `*2\r\n:${counter.value}\r\n:${counter.expiresAtMs - now}\r\n`;
  }

  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    readCommands(socket, (command) => {
      const send = () => socket.write(answer(command));
      if (slowMs > 0) last = last.then(() => pause(slowMs)).then(send);
      else if (isFrozen) waiting.push(send);
      else send();
    });
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    start: () =>
      new Promise((resolve) => {
        [data, scripts] = [new Map(), new Set()];
        server = createServer(serve).listen(port, "127.0.0.1", resolve);
      }),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        if (server === null) resolve();
        else server.close(() => resolve());
      }),
    freeze() {
      isFrozen = true;
    },
    refuse(error) {
      refusal = error;
    },
    slow(ms) {
      slowMs = ms;
    },
    thaw() {
      isFrozen = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
