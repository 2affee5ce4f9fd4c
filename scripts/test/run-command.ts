import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const interruptGraceMs = 10_000;
const leftoverGraceMs = 2_000;

/**
 * Runs one of the project's tools and waits for it to end. The tool leads its own process group so that nothing outlives
 * it: `signal` interrupts the group and kills it ten seconds later; processes that the tool leaves behind get SIGTERM, and
 * SIGKILL two seconds later.
 * @param onOutput receives stdout and stderr as they are written.
 * @returns the exit code; 128 + the signal's number when a signal ended the tool; 127 when it could not be started.
 */
export async function runCommand(
  [command = "", ...args]: string[],
  signal: AbortSignal,
  onOutput: (chunk: Buffer | string) => void,
): Promise<number> {
  if (signal.aborted) return 128 + constants.signals.SIGINT;
  const child = spawn(command, args, { env: environment(), stdio: ["ignore", "pipe", "pipe"], detached: true });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", onOutput);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const abandon = (): boolean => signalGroup(child, "SIGKILL");
  let killTimer: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    signalGroup(child, "SIGINT");
    killTimer = setTimeout(abandon, interruptGraceMs);
  };
  signal.addEventListener("abort", interrupt, { once: true });
  process.once("exit", abandon);
  try {
    const exitCode = await exitCodeOf(child, onOutput);
    await endGroup(child);
    // A process that left the group may still hold the pipes; its output is not the tool's.
    await Promise.race([closed, delay(leftoverGraceMs, undefined, { ref: false })]);
    return exitCode;
  } finally {
    clearTimeout(killTimer);
    signal.removeEventListener("abort", interrupt);
    process.off("exit", abandon);
    child.stdout.destroy();
    child.stderr.destroy();
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

/** @returns false when no process of the group is left. */
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
    // The tools write into a pipe, and would leave out colors that the terminal behind it can show.
    ...(process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: "1" } : {}),
    // The suites start Till's processes some two hundred times; compiled code halves the CPU time of a start.
    NODE_COMPILE_CACHE: join(process.cwd(), ".till/compile-cache"),
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    DO_NOT_TRACK: "1",
  };
}

function exitCodeOf(child: ChildProcess, onOutput: (chunk: string) => void): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, endedBy) => resolve(exitCode ?? 128 + constants.signals[endedBy ?? "SIGKILL"]));
    child.once("error", (error) => {
      onOutput(`${child.spawnfile}: ${error.message}\n`);
      resolve(127);
    });
  });
}
