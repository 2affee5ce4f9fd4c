import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { findFoundryBinary } from "#scripts/devnet/foundry-binary.ts";
import { stopWithThisProcess } from "#scripts/postgres/watchdog.ts";

const STOP_GRACE_MS = 5_000;
const listening = /^Listening on 127\.0\.0\.1:(\d+)/;

export type AnvilProcess = {
  readonly rpcUrl: string;
  /** Resolves when the process has exited, for any reason. */
  readonly exited: Promise<void>;
  hasExited(): boolean;
  /** Stops it, with SIGKILL after five seconds, and resolves when it has exited. Idempotent. */
  stop(): Promise<void>;
};

/**
 * Starts anvil on 127.0.0.1 and resolves when it listens. It runs in a separate session, so that Ctrl-C in a terminal
 * reaches this process first, and it exits with this process, even when this process is killed.
 * @param port 0 lets the system choose, so that no other process can take the port between choosing and binding.
 * @throws Error with anvil's output when it exits before it listens, for example because the port is taken.
 */
export async function spawnAnvil(port: number, args: readonly string[]): Promise<AnvilProcess> {
  const words = ["--host", "127.0.0.1", "--port", String(port), "--color", "never", ...args];
  const child = spawn(findFoundryBinary("anvil"), words, {
    cwd: "/",
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  if (child.pid !== undefined) child.once("exit", stopWithThisProcess(child.pid));
  const boundPort = await awaitListening(child, exited);
  // Later output is discarded, but must be read: a full pipe would block the process.
  child.stdout.resume();
  child.stderr.resume();
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const killTimer = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
    await exited;
    clearTimeout(killTimer);
  };
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return { rpcUrl: `http://127.0.0.1:${boundPort}`, exited, hasExited, stop };
}

async function awaitListening(
  child: ChildProcessByStdio<null, Readable, Readable>,
  exited: Promise<void>,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const complaints: string[] = [];
  child.once("error", (cause) => reject(new Error("anvil couldn't be started", { cause })));
  const stderr = createInterface({ input: child.stderr }).on("line", (line) => complaints.push(line));
  const stdout = createInterface({ input: child.stdout }).on("line", (line) => {
    const [, boundPort] = listening.exec(line) ?? [];
    if (boundPort !== undefined) resolve(Number(boundPort));
  });
  exited.then(() => reject(new Error(`anvil exited before it listened: ${complaints.join(" ")}`)), reject);
  return promise.finally(() => {
    stdout.close();
    stderr.close();
  });
}
