import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PID_FILE = "postmaster.pid";
const POLL_MS = 50;
const STOP_LIMIT_MS = 60_000;

/** The server option that records on the server's command line which process started it. */
export function ownerOption(pid: number): string {
  return `cluster_name=till-${pid}`;
}

/**
 * Prepares `dataDir` (absolute, without symbolic links) for a server that this process is about to start.
 *
 * A server whose owner is running is left alone. A server whose owner was killed is stopped. A stale pid file whose pid
 * was reused by another process is corrected, because Postgres would refuse to start.
 *
 * @throws Error naming the owner when another running process uses the directory.
 */
export async function claimDataDirectory(dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, PID_FILE);
  const content = await readFile(pidFile, "utf8").catch(() => null);
  if (content === null) {
    return;
  }
  const pid = Number.parseInt(content, 10);
  const owner = findOwner(pid, dataDir);
  if (owner !== null) {
    await stopOrphan(pid, owner, dataDir);
  } else if (isAlive(pid)) {
    // Not deleted, because the file also names the shared memory segment that Postgres uses to detect surviving
    // backends. Postgres accepts the pid of its own parent.
    await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)));
  }
}

async function stopOrphan(pid: number, owner: number, dataDir: string): Promise<void> {
  if (isAlive(owner)) {
    throw new Error(
      `${dataDir} is in use by process ${owner} (its Postgres is process ${pid}). Stop that process first.`,
    );
  }
  signal(pid, "SIGINT");
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (findOwner(pid, dataDir) !== null) {
    if (Date.now() > deadline) {
      throw new Error(`The Postgres server ${pid}, left over in ${dataDir}, doesn't stop. Kill it and start again.`);
    }
    await pause(POLL_MS);
  }
}

/** The pid of the process that started server `pid`; null when `pid` doesn't exist, is a zombie or isn't this server. */
function findOwner(pid: number, dataDir: string): number | null {
  const command = commandLine(pid);
  if (!command.includes(` -D ${dataDir} `)) {
    return null;
  }
  return Number(/ cluster_name=till-(\d+)/.exec(command)?.[1] ?? pid);
}

function commandLine(pid: number): string {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      : execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
