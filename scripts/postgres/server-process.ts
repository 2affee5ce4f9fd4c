import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Command } from "#scripts/postgres/server-user.ts";
import { stopWithThisProcess } from "#scripts/postgres/watchdog.ts";

/** A server that accepts connections. */
export type ServerProcess = {
  readonly pid: number;
  /** Resolves when the server and all its backends have exited, for any reason. */
  readonly exited: Promise<void>;
  /** Closes all connections, writes a checkpoint and resolves when all processes have exited. Idempotent. */
  stop(): Promise<void>;
};

/** The server exited before it was ready; `reason` has its log messages. */
export class ServerStartError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Postgres couldn't start: ${reason}`);
    this.name = "ServerStartError";
    this.reason = reason;
  }
}

/**
 * Spawns a server and resolves when it accepts connections. It runs in a separate session, so that Ctrl-C in a terminal
 * reaches this process only, which then stops the server.
 *
 * @throws ServerStartError when it exits before it is ready.
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
  const cancelWatchdog = stopWithThisProcess(pid);
  const reasons: string[] = [];
  let ready = false;
  child.once("exit", cancelWatchdog);
  // "close" instead of "exit": the backends share the pipe, so it closes when the last one has exited.
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
  exited.then(() => reject(new ServerStartError(reasons.join(" ") || "the log has no reason.")), reject);
  return promise;
}
