import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The resident memory of a process, in mebibytes. */
export async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1_024;
}

/** The processor time of a process's threads so far, in milliseconds; null where the system has no /proc. */
export async function processorTime(pid: number): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => null);
  if (threads === null) return null;
  const stats = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, "utf8")));
  return stats.reduce((sum, stat) => sum + Number(stat.split(" ", 1)[0]), 0) / 1e6;
}

/** The ids of a process's children whose command contains a text. */
export async function childrenOf(pid: number, command: string): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(" ").includes(command))
    .map(([id]) => Number(id));
}

/**
 * TCP states of /proc/net/tcp in which a server holds a connection: established, ended by the client, and
 * ended by the server while the client keeps its own end open.
 */
const held = new Set(["01", "08", "05"]);

/** The connections that a server on this port holds; null where the system has no /proc. */
export async function openConnections(port: number): Promise<number | null> {
  const table = await readFile("/proc/net/tcp", "utf8").catch(() => null);
  if (table === null) return null;
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  return lines.filter(([, local, , state, , , , , , inode]) => {
    // The system keeps a socket that the process has closed for a while, without an inode.
    return local?.endsWith(suffix) === true && held.has(state ?? "") && inode !== "0";
  }).length;
}

/**
 * An error of ours in the log, or one that the framework prints. A library of next-auth uses a function of
 * Node that is deprecated.
 */
export function isSerious(line: string): boolean {
  if (line.includes("DeprecationWarning")) return false;
  return /"level":[56]0/.test(line) || (!line.startsWith("{") && /error|exception|rejection/i.test(line));
}
