import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const interruptGraceMs = 10_000;
const leftoverGraceMs = 2_000;

/**
 * Runs one of the project's tools with its output shown as it comes, and waits for it. The tool leads a process group
 * of its own, so that nothing outlives it: when `signal` fires the group is interrupted, and killed ten seconds later;
 * what a tool leaves behind at its end is asked to end too, and killed if it does not.
 * @returns its exit code; 128 + number of the signal when one ended it; 127 when it could not be started.
 */
export async function runCommand([command = "", ...args]: string[], signal: AbortSignal): Promise<number> {
  if (signal.aborted) return 128 + constants.signals.SIGINT;
  const child = spawn(command, args, { env: environment(), stdio: ["ignore", "inherit", "inherit"], detached: true });
  const abandon = (): boolean => signalGroup(child, "SIGKILL");
  let patience: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    signalGroup(child, "SIGINT");
    patience = setTimeout(abandon, interruptGraceMs);
  };
  signal.addEventListener("abort", interrupt, { once: true });
  process.once("exit", abandon);
  try {
    const exitCode = await exitCodeOf(child);
    await endGroup(child);
    return exitCode;
  } finally {
    clearTimeout(patience);
    signal.removeEventListener("abort", interrupt);
    process.off("exit", abandon);
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  const deadline = performance.now() + leftoverGraceMs;
  let isAlive = signalGroup(child, "SIGTERM");
  while (isAlive && performance.now() < deadline) {
    await delay(50);
    isAlive = signalGroup(child, 0);
  }
  if (isAlive) signalGroup(child, "SIGKILL");
}

/** @returns false when nobody of the group is left. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [join(process.cwd(), "node_modules/.bin"), process.env.PATH].join(delimiter),
    CI: process.env.CI ?? "true",
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    DO_NOT_TRACK: "1",
  };
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, endedBy) => resolve(exitCode ?? 128 + constants.signals[endedBy ?? "SIGKILL"]));
    child.once("error", (error) => {
      process.stderr.write(`${child.spawnfile}: ${error.message}\n`);
      resolve(127);
    });
  });
}
