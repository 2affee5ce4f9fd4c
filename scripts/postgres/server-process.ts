import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Command } from "#scripts/postgres/server-user.ts";
import { stopWithThisProcess } from "#scripts/postgres/watchdog.ts";

/** A server that accepts connections. */
export type ServerProcess = {
  readonly pid: number;
  /** Resolves when the server and all its backends are gone, for whatever reason. */
  readonly exited: Promise<void>;
  /** Disconnects everybody, writes everything down, and resolves when all is gone. May be called again. */
  stop(): Promise<void>;
};

/** The server ended before it was ready; `reason` is what it said about it. */
export class ServerStartError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Postgres did not start: ${reason}`);
    this.name = "ServerStartError";
    this.reason = reason;
  }
}

/**
 * Spawns a server and resolves when it accepts connections. It has a session of its own, so that Ctrl-C in a terminal
 * reaches our shutdown first and not the database.
 *
 * @throws ServerStartError when it ends before it is ready.
 */
export function spawnServer(command: Command, log: (line: string) => void): Promise<ServerProcess> {
  const { file, args, ...user } = command;
  const env = { ...process.env, LC_ALL: "C" };
  const child = spawn(file, args, { ...user, cwd: "/", env, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const { promise, resolve, reject } = Promise.withResolvers<ServerProcess>();
  child.once("error", reject);
  if (child.pid === undefined) {
    return promise;
  }
  const { pid } = child;
  const callOff = stopWithThisProcess(pid);
  const reasons: string[] = [];
  let ready = false;
  child.once("exit", callOff);
  // Not "exit": the backends hold the same pipe, so this is the moment when the last one of them has gone, too.
  const exited = new Promise<void>((done) => child.once("close", () => done()));
  const stop = () => {
    child.kill("SIGINT");
    return exited;
  };
  createInterface({ input: child.stderr }).on("line", (line) => {
    log(line);
    const reason = ready ? null : /(?:FATAL|DETAIL|HINT): {2}(.*)/.exec(line);
    reasons.push(...(reason?.slice(1) ?? []));
    if (line.endsWith("database system is ready to accept connections")) {
      ready = true;
      resolve({ pid, exited, stop });
    }
  });
  exited.then(() => reject(new ServerStartError(reasons.join(" ") || "it gave no reason.")), reject);
  return promise;
}
