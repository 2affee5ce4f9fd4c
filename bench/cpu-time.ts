import { readdir, readFile } from "node:fs/promises";

const ticksPerSecond = 100;

/** Returns the CPU seconds used by a process, optionally with its children; null without /proc. */
export async function cpuSeconds(pid: number, withChildren = false): Promise<number | null> {
  const own = await readStat(pid);
  if (own === null || !withChildren) return own?.cpuSeconds ?? null;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map(readStat));
  const children = all.filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.cpuSeconds ?? 0), own.cpuSeconds);
}

async function readStat(pid: number): Promise<{ parent: number; cpuSeconds: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
}
