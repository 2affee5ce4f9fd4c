import { readdir, readFile } from "node:fs/promises";

const ticksPerSecond = 100;

/** Processor cores in use on average: of some processes, of this process, and of the whole machine. */
export type Cores = { [process: string]: number; "load generator": number; machine: number };

/**
 * Starts measuring the CPU time of processes and their children, ended ones included. Needs /proc.
 * @param pids of the processes, by the name that is printed. This process, with the children that have ended
 * meanwhile, counts as the load generator, unless that is named.
 * @returns a function that ends the measurement.
 */
export async function watchCpu(pids: Readonly<Record<string, number>>): Promise<() => Promise<Cores>> {
  // Reading takes a while on a busy machine, so each figure has a time of its own.
  const read = async () => {
    const sources: [string, () => Promise<number>][] = [
      ["load generator", () => readStat(process.pid).then(({ own, reaped }) => own + reaped)],
      ["machine", machineSeconds],
      ...Object.entries(pids).map(([name, pid]): [string, () => Promise<number>] => [name, () => treeSeconds(pid)]),
    ];
    const figures = new Map<string, { cpu: number; atMs: number }>();
    for (const [name, source] of sources) figures.set(name, { cpu: await source(), atMs: performance.now() });
    return figures;
  };
  const before = await read();
  return async () => {
    const used = [...(await read())].map(([name, { cpu, atMs }]) => {
      const from = before.get(name) ?? { cpu: Number.NaN, atMs: Number.NaN };
      return [name, ((cpu - from.cpu) * 1_000) / (atMs - from.atMs)];
    });
    return Object.fromEntries(used) as Cores;
  };
}

async function machineSeconds(): Promise<number> {
  const stat = (await readFile("/proc/stat", "utf8")).split("\n")[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = stat;
  return (user + nice + system + irq + softIrq) / ticksPerSecond;
}

/** Returns the CPU seconds of a process, its children and the children that it has reaped. */
async function treeSeconds(pid: number): Promise<number> {
  const { own, reaped } = await readStat(pid);
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map((each) => readStat(each).catch(() => null)));
  return all.reduce((sum, stat) => sum + (stat?.parent === pid ? stat.own + stat.reaped : 0), own + reaped);
}

async function readStat(pid: number): Promise<{ parent: number; own: number; reaped: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const seconds = (at: number) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) / ticksPerSecond;
  return { parent: fields[1] ?? 0, own: seconds(11), reaped: seconds(13) };
}
